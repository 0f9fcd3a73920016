import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { runProgram } from './program.js'

const folder = mkdtempSync(join(tmpdir(), 'p2p-modules-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

const write = (name: string, changes: string): string => {
  writeFileSync(
    join(folder, name),
    `const any = { safeParse: (data) => ({ success: true, data }) }
export default { id: 'bazaar', name: 'Bazaar', origin: 'https://www.bazaar.example', minIntervalMs: 500, pageSize: 50,
  maxPages: 1, request: () => null, page: any, rows: () => [], row: any, ad: () => ({}), ${changes} }`,
  )
  return join(folder, name)
}

const checked = async (settings: Readonly<Record<string, string>>) => {
  vi.stubEnv('P2P_DATA_DIR', folder)
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const said: string[] = []
  const print = vi.spyOn(console, 'log').mockImplementation((line) => void said.push(String(line)))
  const complain = vi.spyOn(console, 'error').mockImplementation((line) => void said.push(String(line)))
  const code = await runProgram(['config', 'check', '--json'], async () => {
    throw new Error('nothing is served here')
  })
  print.mockRestore()
  complain.mockRestore()
  return { code, said: said.join('\n') }
}

test('what cannot be plugged in ends the program with 78 and one line that says why', async () => {
  expect(await checked({ P2P_EXCHANGE_MODULES: './missing.mjs' })).toEqual({
    code: 78,
    said: `p2p-server: ./missing.mjs cannot be plugged in: there is no file ${join(process.cwd(), 'missing.mjs')}.`,
  })
  const clash = write('clash.mjs', "id: 'okx'")
  expect(await checked({ P2P_EXCHANGE_MODULES: clash })).toEqual({
    code: 78,
    said: `p2p-server: ${clash} cannot be plugged in: there is an exchange okx already: choose another id.`,
  })
})

test('a setting without a list of files is reported with all other problems', async () => {
  const { code, said } = await checked({ P2P_EXCHANGE_MODULES: './a.mjs,,', P2P_PORT: 'x' })
  expect(code).toBe(2)
  expect(said).toContain('P2P_EXCHANGE_MODULES must be a comma-separated list of files')
  expect(said).toContain('P2P_PORT')
})

test('a plugged-in exchange may be named in every setting, is asked by default, and is loaded once', async () => {
  const file = write('bazaar.mjs', '')
  const settings = { P2P_EXCHANGE_MODULES: `${file}, ${file}`, P2P_EXCHANGE_URLS: 'bazaar=http://127.0.0.1:9' }
  for (const _ of ['first', 'again']) {
    const { code, said } = await checked(settings)
    expect(code).toBe(0)
    const effective = JSON.parse(said) as { name: string; value: string }[]
    expect(effective.find(({ name }) => name === 'P2P_EXCHANGES')?.value).toMatch(/,bazaar$/)
  }
})
