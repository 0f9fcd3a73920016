import { chownSync, lstatSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../testing/make-folder.js'
import { needsRoot } from '../testing/needs-root.js'
import { connectToServer, openControlSocket, rejectForeignSocket, socketPathOf } from './control-socket.js'
import type { Operator } from './operator.js'

const accounts = [{ id: 'acc_1', name: 'Ann', plan: 'Pro', createdAtMs: 1 }]
const operator = { accounts: async () => accounts } as unknown as Operator

const longFolder = (): string => {
  const folder = join(makeFolder(), 'a'.repeat(60), 'b'.repeat(60))
  mkdirSync(folder, { recursive: true })
  onTestFinished(() => rmSync(dirname(socketPathOf(folder)), { recursive: true, force: true }))
  return folder
}

const open = async (dataDir: string): Promise<string> => {
  const control = await openControlSocket(dataDir, operator)
  onTestFinished(() => control.close())
  return socketPathOf(dataDir)
}

test('whatever the process allows others, the socket is its owner’s alone', async () => {
  const mask = process.umask(0)
  onTestFinished(() => void process.umask(mask))
  const dataDir = makeFolder()
  const path = await open(dataDir)
  expect(dirname(path)).toBe(dataDir)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('where the path of the data is too long for a socket, it lies in a folder of its own that only its owner may enter', async () => {
  const dataDir = longFolder()
  const path = await open(dataDir)
  expect(path.length).toBeLessThan(108)
  expect(lstatSync(dirname(path)).mode & 0o777).toBe(0o700)
  expect(await (await connectToServer(dataDir))?.accounts()).toEqual(accounts)
})

test.each([
  ['open to others', (place: string) => mkdirSync(place, { mode: 0o755 })],
  ['a link to elsewhere', (place: string) => symlinkSync(makeFolder(), place)],
  ['a file', (place: string) => writeFileSync(place, '')],
])('a place that is %s is not used', async (_, squat) => {
  const dataDir = longFolder()
  squat(dirname(socketPathOf(dataDir)))
  await expect(openControlSocket(dataDir, operator)).rejects.toThrow('belongs to another user')
})

test("commands send nothing to another user's socket", needsRoot, async () => {
  for (const dataDir of [makeFolder(), longFolder()]) {
    const path = await open(dataDir)
    chownSync(path, 65_534, 65_534)
    await expect(connectToServer(dataDir)).rejects.toThrow('belongs to another user')
  }
})

test('a socket of the owner of the data is trusted', async () => {
  const dataDir = makeFolder()
  const path = await open(dataDir)
  expect(() => rejectForeignSocket(dataDir, path)).not.toThrow()
})
