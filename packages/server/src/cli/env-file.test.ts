import { chmodSync, chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { makeFolder } from '../testing/make-folder.js'
import { needsRoot } from '../testing/needs-root.js'
import { loadEnvFiles } from './configuration.js'

const setHere = ['P2P_TEST_OF_ENV', 'P2P_EXCHANGE_MODULES', 'P2P_ON_PLAN_REQUEST']
afterEach(() => {
  for (const name of setHere) delete process.env[name]
})

const envFile = (mode: number, text = 'P2P_TEST_OF_ENV=read\n'): string => {
  const folder = makeFolder()
  writeFileSync(join(folder, '.env'), text)
  chmodSync(join(folder, '.env'), mode)
  return folder
}

test('settings of the working directory are read, also if others may read them, and change nothing that is set', () => {
  for (const mode of [0o600, 0o644]) {
    loadEnvFiles(envFile(mode))
    expect(process.env.P2P_TEST_OF_ENV).toBe('read')
    delete process.env.P2P_TEST_OF_ENV
  }
  process.env.P2P_TEST_OF_ENV = 'set'
  loadEnvFiles(envFile(0o600))
  expect(process.env.P2P_TEST_OF_ENV).toBe('set')
})

test('no file is no problem', () => {
  expect(() => loadEnvFiles(makeFolder())).not.toThrow()
})

test('a file that others may write is refused, not obeyed', () => {
  expect(() => loadEnvFiles(envFile(0o666))).toThrow('can be written by all users')
  expect(() => loadEnvFiles(envFile(0o664))).toThrow('can be written by its group')
  expect(process.env.P2P_TEST_OF_ENV).toBeUndefined()
})

test('a file of another user is refused, not obeyed', needsRoot, () => {
  const folder = envFile(0o600)
  chownSync(join(folder, '.env'), 65_534, 65_534)
  expect(() => loadEnvFiles(folder)).toThrow('belongs to another user (65534)')
  expect(process.env.P2P_TEST_OF_ENV).toBeUndefined()
})

test('the working folder provides no program; the data directory of the environment may', () => {
  for (const setting of ['P2P_EXCHANGE_MODULES=./evil.mjs', 'P2P_ON_PLAN_REQUEST=/tmp/evil']) {
    const folder = envFile(0o600, `P2P_TEST_OF_ENV=read\n${setting}\n`)
    // A data directory named by `.env` itself is not trusted either.
    writeFileSync(join(folder, '.env'), `P2P_DATA_DIR=${folder}\n${setting}\n`)
    expect(() => loadEnvFiles(folder)).toThrow('names a program to run')
    expect(setHere.filter((name) => process.env[name] !== undefined)).toEqual([])
  }
  const data = envFile(0o600, 'P2P_EXCHANGE_MODULES=/etc/p2p/bazaar.mjs\n')
  vi.stubEnv('P2P_DATA_DIR', data)
  loadEnvFiles(envFile(0o600))
  expect([process.env.P2P_EXCHANGE_MODULES, process.env.P2P_TEST_OF_ENV]).toEqual(['/etc/p2p/bazaar.mjs', 'read'])
})
