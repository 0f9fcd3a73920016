import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { exchanges } from '../exchanges/all.js'
import { loadExchanges } from './load-exchange.js'

const folder = mkdtempSync(join(tmpdir(), 'p2p-modules-'))
afterAll(() => rmSync(folder, { recursive: true }))

const load = (...files: string[]) => loadExchanges(files, folder)
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return `./${name}`
}
const plain = (changes = ''): string => `const any = { safeParse: (data) => ({ success: true, data }) }
export default { id: 'bazaar', name: 'Bazaar', origin: 'https://www.bazaar.com', minIntervalMs: 500, pageSize: 50,
  maxPages: 1, request: () => null, page: any, rows: () => [], row: any, ad: () => ({}), ${changes} }`

test('a file gives the exchange that it exports by default', async () => {
  const file = write('good one.mjs', plain())
  const { list, added } = await load(file)
  expect(added).toMatchObject([{ id: 'bazaar', name: 'Bazaar' }])
  expect(list).toEqual([...exchanges, ...added])
  expect((await load(join(folder, 'good one.mjs'))).added).toMatchObject([{ id: 'bazaar' }])
})

test('every way in which a file is none names the file and says why', async () => {
  mkdirSync(join(folder, 'folder.mjs'))
  const files: readonly (readonly [string, string])[] = [
    ['./missing.mjs', `./missing.mjs cannot be plugged in: there is no file ${join(folder, 'missing.mjs')}.`],
    ['./folder.mjs', 'is no file.'],
    [write('none.mjs', 'export const bazaar = {}'), 'it has no default export.'],
    [write('broken.mjs', 'export default {'), 'it does not load: '],
    [write('throws.mjs', 'throw new Error("no licence.\\nsecond line")'), 'it does not load: no licence.'],
    [
      write('lacks.mjs', 'import "not-installed-anywhere"; export default {}'),
      '`npm install not-installed-anywhere` in its folder brings it.',
    ],
    [write('trap.mjs', 'export default { get id() { throw new Error("a trap") } }'), 'it cannot be looked at: a trap.'],
    [write('text.mjs', 'export default "bazaar"'), 'it is no exchange: defineExchange({ ... }) makes one.'],
    [write('clash.mjs', plain("id: 'okx'")), 'there is an exchange okx already: choose another id.'],
    [write('host.mjs', plain("origin: 'https://10.0.0.1'")), 'its origin is no public host: 10.0.0.1;'],
  ]
  for (const [file, words] of files) {
    const error: unknown = await load(file).catch((thrown: unknown) => thrown)
    expect(error, file).toMatchObject({ name: 'ExchangeModuleError', message: expect.stringContaining(words) })
    expect(error).toMatchObject({ message: expect.stringContaining(`${file} cannot be plugged in: `) })
  }
  const twice = [write('one.mjs', plain()), write('two.mjs', plain())]
  await expect(load(...twice)).rejects.toThrow('./two.mjs cannot be plugged in: there is an exchange bazaar already')
})

test('one that never ends loading is given up, and said', async () => {
  vi.useFakeTimers()
  try {
    const loading = load(write('endless.mjs', 'await new Promise(() => {}); export default {}'))
    const said = expect(loading).rejects.toThrow('after 10 s it still has not ended.')
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
    vi.advanceTimersByTime(10_000)
    await said
  } finally {
    vi.useRealTimers()
  }
})
