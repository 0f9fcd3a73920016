import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { programEndpoints } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { repository } from '../throw-away-copy.js'
import { pythonClient } from './python-client.js'

const read = (path: string): string => readFileSync(join(repository, path), 'utf8')
const folder = 'clients/python/src/p2p_rates'

test('the Python client has the types and methods of the contract (pnpm generate writes them)', () => {
  const files = [...pythonClient()]
  expect(files.map(([path]) => path)).toEqual([`${folder}/types.py`, `${folder}/_endpoints.py`])
  for (const [path, text] of files) expect(read(path)).toBe(text)
})

test('each endpoint that takes a key is a method, to call and to await, and no line is too long', () => {
  const text = read(`${folder}/_endpoints.py`)
  const withKey = programEndpoints.filter(({ access }) => access.kind === 'key')
  expect(withKey.length).toBeGreaterThan(40)
  const calls = text.match(/return (await )?self\.(_call|_stream)\(/g) ?? []
  expect(calls.length).toBe(2 * withKey.length)
  for (const [, whole] of pythonClient()) expect(whole.split('\n').filter((row) => row.length > 100)).toEqual([])
})

test('the Python package has the version of the SDK', () => {
  const { version } = JSON.parse(read('packages/sdk/package.json'))
  expect(read(`${folder}/_version.py`)).toBe(`__version__ = '${version}'\n`)
})
