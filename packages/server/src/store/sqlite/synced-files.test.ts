import type * as Fs from 'node:fs'
import { basename, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeFolder } from '../../testing/make-folder.js'
import { readMasterKey } from '../../webhooks/master-key.js'
import { copyOut } from './copy-out.js'
import { openDatabase } from './database.js'

/** What reached the disk, and when something got its name. */
const said: string[] = []
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>()
  const paths = new Map<number, string>()
  const openSync = (path: string, ...rest: [Fs.OpenMode, Fs.Mode?]): number => {
    const file = fs.openSync(path, ...rest)
    paths.set(file, path)
    return file
  }
  const told =
    <Words extends unknown[]>(act: (...words: Words) => void, tell: (...words: Words) => string) =>
    (...words: Words): void => {
      act(...words)
      said.push(tell(...words))
    }
  return {
    ...fs,
    openSync,
    fsyncSync: told(fs.fsyncSync, (file: number) => `sync ${plain(paths.get(file) ?? '?')}`),
    renameSync: told(fs.renameSync, (from, to) => `name ${plain(String(from))} ${plain(String(to))}`),
    linkSync: told(fs.linkSync, (from, to) => `name ${plain(String(from))} ${plain(String(to))}`),
  }
})

/** Drafts have names made by chance. */
const plain = (path: string): string =>
  basename(path).replace(/^(copy\.db|master\.key)\..+(?<!\.sha256)$/, 'draft of $1')

beforeEach(() => void said.splice(0))

test('a copy and its checksum are on disk before it gets its name, and then its name is', () => {
  const folder = makeFolder()
  const database = openDatabase(join(folder, 'live.db'))
  onTestFinished(() => database.close())
  database.exec('CREATE TABLE one (n INTEGER)')
  said.splice(0)
  copyOut(database, join(folder, 'copy.db'))
  const syncs = said.filter((line) => line !== 'sync draft of copy.db')
  expect(syncs).toEqual(['sync copy.db.sha256', 'name draft of copy.db copy.db', `sync ${basename(folder)}`])
  // Made empty first, and whole before anything speaks of it.
  expect(said.slice(0, 2)).toEqual(['sync draft of copy.db', 'sync draft of copy.db'])
})

test('a new master key is on disk before it gets its name, and then its name is', () => {
  const folder = makeFolder()
  readMasterKey(folder, undefined)
  expect(said).toEqual(['sync draft of master.key', 'name draft of master.key master.key', `sync ${basename(folder)}`])
})
