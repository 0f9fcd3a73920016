import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { replaceOnce } from '../../tools/replace-once.js'
import { breaks } from './broken.js'
import { quickServer } from './quick-server.js'

const root = new URL('../../', import.meta.url)

test.each(breaks)('what is broken on purpose is still there: $name', ({ changes }) => {
  const texts = new Map<string, string>()
  for (const { file, search, replacement } of [...quickServer, ...changes]) {
    const text = texts.get(file) ?? readFileSync(fileURLToPath(new URL(file, root)), 'utf8')
    texts.set(file, replaceOnce(text, search, replacement))
  }
  expect(texts.size).toBeGreaterThan(0)
})
