import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openProfiles } from './profiles.js'

const makePath = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'p2p-profiles-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'p2p', 'config.json')
}
const written = (text: string): string => {
  const path = makePath()
  mkdirSync(join(path, '..'))
  writeFileSync(path, text)
  return path
}

test('there are no profiles at first, and reading makes no file', async () => {
  const path = makePath()
  expect((await openProfiles(path)).data).toEqual({ current: 'default', profiles: {} })
  expect(() => statSync(path)).toThrow('ENOENT')
})

test('saved values are read again, for their owner alone, and no other file is left', async () => {
  const path = makePath()
  const file = await openProfiles(path)
  file.data.profiles.work = { server: 'https://prices.example', key: 'p2p_secret' }
  await file.write()
  expect((await openProfiles(path)).data.profiles.work).toEqual({ server: 'https://prices.example', key: 'p2p_secret' })
  expect(readdirSync(join(path, '..'))).toEqual(['config.json'])
  if (process.platform === 'win32') return
  expect([statSync(path).mode & 0o777, statSync(join(path, '..')).mode & 0o777]).toEqual([0o600, 0o700])
})

test.each([
  '',
  'no JSON',
  'null',
  '[]',
  '{}',
  '{"current":1,"profiles":{}}',
  '{"current":"a"}',
  '{"current":"a","profiles":{"a":1}}',
])('a file of %j is refused and left as it is', async (text) => {
  const path = written(text)
  await expect(openProfiles(path)).rejects.toThrow('are not valid')
  expect(readFileSync(path, 'utf8')).toBe(text)
})

test('fields of another version or kind are not taken for ours', async () => {
  const path = written(
    '{"current":"a","profiles":{"a":{"server":"https://s.example","key":7,"colour":"red"}},"more":1}',
  )
  expect((await openProfiles(path)).data).toEqual({ current: 'a', profiles: { a: { server: 'https://s.example' } } })
})

test('an unusable folder is reported in one sentence with a way out', async () => {
  const inFile = join(written('{}'), 'config.json')
  const file = await openProfiles(inFile)
  await expect(file.write()).rejects.toMatchObject({ exitCode: 1, hint: expect.stringContaining('XDG_CONFIG_HOME') })
})
