import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFilesLimit } from './start.js'

const limitIn = (text: string) => {
  const file = join(mkdtempSync(join(tmpdir(), 'p2p-limits-')), 'limits')
  writeFileSync(file, text)
  return openFilesLimit(file)
}
const table = (openFiles: string) => `Limit                     Soft Limit           Hard Limit           Units
Max processes             95000                95000                processes
Max open files            ${openFiles}                 524288               files
`

test('the limit of open files is the one that holds now', () => {
  expect(limitIn(table('1024'))).toBe(1024)
})

test('no limit is shown if there is none, or if the system does not report it', () => {
  expect(limitIn(table('unlimited'))).toBeNull()
  expect(limitIn('')).toBeNull()
  expect(openFilesLimit('/nowhere/limits')).toBeNull()
})
