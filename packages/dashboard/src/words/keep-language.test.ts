import { expect, test, vi } from 'vitest'
import { keepLanguage } from './keep-language.js'

test('a chosen language is kept for the pages, and sent to the server for a year', () => {
  const settings = { set: vi.fn() }
  const page = { cookie: '' }
  keepLanguage('uk', settings, page)
  expect(settings.set).toHaveBeenCalledWith('language', 'uk')
  expect(page.cookie).toBe('p2p-language=uk; path=/; max-age=31536000; samesite=lax')
})
