import type { RecentError } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { renderPart } from '../../testing/render-part.js'
import { RecentErrors } from './overview.js'

const wrong: RecentError = {
  code: 'invalid_parameter',
  endpoint: 'rates',
  param: null,
  suggestion: null,
  count: 2,
  last_at: '2026-11-21T10:05:00.000Z',
}

test('an error that the API answers with a suggestion shows that word, any other its general cure', async () => {
  const { container } = await renderPart(
    <RecentErrors
      errors={[
        { ...wrong, suggestion: 'fiat' },
        { ...wrong, code: 'unsupported_fiat', param: 'fiat', suggestion: 'UAH' },
        wrong,
        { ...wrong, param: 'rows' },
      ]}
    />,
  )
  const cures = [...container.querySelectorAll('li p:last-child')].map((text) => text.textContent?.trim())
  expect(cures).toEqual([
    'Did you mean fiat?',
    'Parameter: fiat. Did you mean UAH?',
    expect.stringContaining('lists its names'),
    expect.stringContaining('Numbers are plain digits'),
  ])
})
