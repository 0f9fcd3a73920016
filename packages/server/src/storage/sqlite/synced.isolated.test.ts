import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { readMasterKey } from '../../alerts/webhooks/master-key.js'
import { makeFolder } from '../../testing/make-folder.js'
import { backUp } from './copy-database.js'
import { openSqliteStore } from './open-store.js'

const asked = vi.hoisted((): string[] => [])

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const names = new Map<number, string>()
  const short = (path: unknown) =>
    String(path)
      .split('/')
      .slice(-1)[0]
      ?.replace(/\.[0-9]*-?[0-9a-f]{8,16}(\.partial)?$/, '.draft') ?? ''
  return {
    ...fs,
    openSync: (path: string, ...rest: [string, number?]) => {
      const file = fs.openSync(path, ...rest)
      names.set(file, short(path))
      return file
    },
    fsyncSync: (file: number) => {
      asked.push(`sync ${names.get(file)}`)
      fs.fsyncSync(file)
    },
    renameSync: (from: string, to: string) => {
      asked.push(`${short(from)} becomes ${short(to)}`)
      fs.renameSync(from, to)
    },
    linkSync: (from: string, to: string) => {
      asked.push(`${short(from)} becomes ${short(to)}`)
      fs.linkSync(from, to)
    },
  }
})

beforeEach(() => {
  asked.length = 0
})

test('a backup is on disk before it has its name, its checksum too, and its name before it is called done', () => {
  const folder = makeFolder()
  const store = openSqliteStore(join(folder, 'data'))
  asked.length = 0
  backUp(store.database, join(folder, 'backup.db'))
  store.close()
  const name = folder.split('/').at(-1)
  expect(asked).toEqual([
    expect.stringMatching(/^sync backup\.db\.draft$/),
    'sync backup.db.draft',
    'sync backup.db.sha256',
    'backup.db.draft becomes backup.db',
    `sync ${name}`,
  ])
})

test('a master key is on disk before it has its name, and its name before anything is sealed with it', () => {
  const folder = makeFolder()
  readMasterKey(folder, undefined)
  expect(asked).toEqual([
    'sync master.key.draft',
    'master.key.draft becomes master.key',
    `sync ${folder.split('/').at(-1)}`,
  ])
})
