import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '@p2p-rates/core/internal'
import { expect, onTestFinished, test } from 'vitest'
import { openSqliteStore } from '../../storage/sqlite/open-store.js'
import { fillStore } from '../../storage/transfer/testing/fill-store.js'
import { makeFolder } from '../../testing/make-folder.js'
import { acceptKey, createSecretBox, openSecretBox, readMasterKey, rotateKey, type SecretBox } from './master-key.js'

const open = async (configured?: string) => {
  const dataDir = join(makeFolder(), 'data')
  const store = openSqliteStore(dataDir, { isSynced: false })
  onTestFinished(() => store.close())
  const place = { dataDir, configured }
  const former = createSecretBox(readMasterKey(dataDir, configured))
  await fillStore(store, former, createRandom(Number(process.env.SEED)))
  const opened = async (secretBox: SecretBox) => {
    const rows = store.database.prepare('SELECT account_id, secret FROM second_factor').all()
    const factors = rows.map((row) => [row.secret as Uint8Array, String(row.account_id)] as const)
    const hooks = (await Promise.all((await store.webhooks.owners()).map(store.webhooks.list))).flat()
    const all = [
      ...factors,
      ...hooks.map(({ id, sealedSecret }) => [sealedSecret, id] as const),
      ...hooks.flatMap(({ id, previousSecret }) =>
        previousSecret === null ? [] : [[previousSecret.sealed, id] as const],
      ),
    ]
    return [all.filter(([sealed, boundTo]) => secretBox.canOpen(sealed, boundTo)).length, all.length]
  }
  return { dataDir, store, place, former, opened }
}

test('a rotation seals webhooks, former secrets and second factors with the new key, and the old one opens none', async () => {
  const { dataDir, store, place, former, opened } = await open()
  const [, all] = await opened(former)
  expect(await opened(former)).toEqual([all, all])
  expect(await rotateKey(place, store, null)).toEqual({
    secrets: all,
    foreign: 0,
    keyFile: join(dataDir, 'master.key'),
  })
  const next = await openSecretBox(place, store, [])
  expect([await opened(next), await opened(former)]).toEqual([
    [all, all],
    [0, all],
  ])
  expect(existsSync(join(dataDir, 'master.key.former'))).toBe(true)
  expect(existsSync(join(dataDir, 'master.key.next'))).toBe(false)
})

test('after a crash before the step in the data the former key is in force, after it the new one', async () => {
  const { dataDir, store, place, former, opened } = await open()
  const [, all] = await opened(former)
  const path = join(dataDir, 'master.key')
  const crash = { ...store, reseal: async () => Promise.reject(new Error('power cut')) }
  await expect(rotateKey(place, crash, null)).rejects.toThrow('power cut')
  expect(existsSync(`${path}.next`)).toBe(true)
  expect(await opened(await openSecretBox(place, store, []))).toEqual([all, all])
  expect(existsSync(`${path}.next`)).toBe(false)

  await rotateKey(place, store, null)
  // As if the files had not got their new names.
  renameSync(path, `${path}.next`)
  renameSync(`${path}.former`, path)
  expect(await opened(await openSecretBox(place, store, []))).toEqual([all, all])
  expect(existsSync(`${path}.next`)).toBe(false)
})

test('a key from the settings is replaced by one in a file that the operator names', async () => {
  const configured = 'ab'.repeat(32)
  const { dataDir, store, place, former, opened } = await open(configured)
  const [, all] = await opened(former)
  await expect(rotateKey(place, store, null)).rejects.toThrow('--new-key')
  const file = join(dataDir, 'new.key')
  expect(await rotateKey(place, store, file)).toMatchObject({ secrets: all, keyFile: file })
  await expect(openSecretBox(place, store, [])).rejects.toThrow('master key')
  const next = await openSecretBox({ dataDir, configured: readFileSync(file, 'utf8').trim() }, store, [])
  expect(await opened(next)).toEqual([all, all])
})

test('with a key that does not belong to the data nothing changes, and unreadable secrets stay', async () => {
  const { dataDir, store, place, former, opened } = await open()
  const [, all] = await opened(former)
  const own = readFileSync(join(dataDir, 'master.key'), 'utf8')
  writeFileSync(join(dataDir, 'master.key'), `${'cd'.repeat(32)}\n`)
  await expect(rotateKey(place, store, null)).rejects.toThrow('nothing was changed')
  expect(await opened(former)).toEqual([all, all])
  await acceptKey(createSecretBox(readMasterKey(dataDir, undefined)), store)
  expect(await rotateKey(place, store, null)).toMatchObject({ secrets: 0, foreign: all })
  expect([await opened(former), own.length]).toEqual([[all, all], 65])
})
