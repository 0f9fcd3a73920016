import { chmodSync, chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { makeFolder } from '../testing/make-folder.js'
import { needsRoot } from '../testing/needs-root.js'
import { loadEnvFile } from './env-file.js'

afterEach(() => {
  vi.unstubAllEnvs()
  delete process.env.P2P_TEST_OF_ENV
})

const envFile = (mode: number): string => {
  const folder = makeFolder()
  writeFileSync(join(folder, '.env'), 'P2P_TEST_OF_ENV=read\n')
  chmodSync(join(folder, '.env'), mode)
  return folder
}

test('settings of the working directory are read, also when others may read them', () => {
  for (const mode of [0o600, 0o644, 0o664]) {
    loadEnvFile(envFile(mode))
    expect(process.env.P2P_TEST_OF_ENV).toBe('read')
    delete process.env.P2P_TEST_OF_ENV
  }
})

test('no file is no problem', () => {
  expect(() => loadEnvFile(makeFolder())).not.toThrow()
})

test('a file that everybody may write is refused, not obeyed', () => {
  expect(() => loadEnvFile(envFile(0o666))).toThrow('can be written by everybody')
  expect(process.env.P2P_TEST_OF_ENV).toBeUndefined()
})

test('a file of another user is refused, not obeyed', needsRoot, () => {
  const folder = envFile(0o600)
  chownSync(join(folder, '.env'), 65_534, 65_534)
  expect(() => loadEnvFile(folder)).toThrow('belongs to another user (65534)')
  expect(process.env.P2P_TEST_OF_ENV).toBeUndefined()
})
