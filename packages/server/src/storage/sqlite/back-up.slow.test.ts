import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { createRandom, slotMs } from '@p2p-rates/core/internal'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { KeyDigest } from '../../accounts/account-and-key-store.js'
import type { PasswordDigest } from '../../accounts/login-stores.js'
import { aSession } from '../../accounts/testing/a-session.js'
import type { LinkDigest } from '../../accounts/tokens.js'
import { OperatorError } from '../../base/errors/operator-errors.js'
import { makeFolder } from '../../testing/make-folder.js'
import { backUp, checksumPathOf } from './copy-database.js'
import { openDatabase } from './database.js'
import { inspect } from './inspect.js'
import { databasePathOf, openSqliteStore, type SqliteStore } from './open-store.js'
import { migrations } from './schema.js'

const seed = Number(process.env.SEED)
const { below } = createRandom(seed)

const start = Date.UTC(2026, 10, 20)
const openAt = (dataDir: string): SqliteStore => {
  const store = openSqliteStore(dataDir)
  onTestFinished(() => store.close())
  return store
}
const addAccount = (store: SqliteStore, id: string) =>
  store.keys.saveAccount({ id, name: id, plan: 'Pro', createdAtMs: 1 })
const accountsOf = async (store: SqliteStore) => (await store.keys.accounts()).map(({ id }) => id).sort()
const addPoint = (store: SqliteStore, exchange: string, slot: number, buy: number) =>
  store.history.append(start + slot * slotMs, [{ fiat: 'UAH', exchange, buy, sell: buy, buyAds: 1, sellAds: 1 }])
const priceAt = async (store: SqliteStore, exchange: string, slot: number) => {
  const atMs = start + slot * slotMs
  const { buy, length } = await store.history.readSeries({ fiat: 'UAH', exchange }, atMs, atMs + slotMs)
  return length === 0 ? 0 : (buy[0] ?? 0) / 10_000
}

const flipByte = (path: string, at: number, bit: number): void => {
  const bytes = readFileSync(path)
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.from([(bytes[at] ?? 0) ^ (1 << bit)]), 0, 1, at)
  closeSync(file)
}

describe('a backup', () => {
  test('taken while writes go on is whole: 20 of 20 restore to one moment', async () => {
    const folder = makeFolder()
    const store = openAt(join(folder, 'live'))
    let written = 0
    for (let round = 0; round < 20; round++) {
      for (let write = below(5); write >= 0; write--) {
        written += 1
        await addAccount(store, `acc_${written}`)
        await addPoint(store, 'best', written, written)
      }
      const file = join(folder, `backup-${round}`)
      // Back up over a separate connection during an open write transaction, as the command does.
      const other = openDatabase(databasePathOf(join(folder, 'live')))
      store.database.transaction(() => {
        store.database
          .prepare(`INSERT INTO account (id, name, plan, created_at) VALUES (?, 'x', 'Pro', 1)`)
          .run(`under way ${round}`)
        backUp(other, file)
      })
      other.close()

      expect(inspect(file)).toMatchObject({ faults: [] })
      const restored = openAt(join(folder, `restored-${round}`))
      await restored.restore(file, { nowMs: start })
      const accounts = (await accountsOf(restored)).filter((id) => id.startsWith('acc_'))
      expect(accounts).toHaveLength(written)
      expect(await accountsOf(restored)).not.toContain(`under way ${round}`)
      expect(await priceAt(restored, 'best', written)).toBe(written)
    }
  })

  test('is for its owner only, has a checksum that sha256sum understands, and never overwrites', () => {
    const folder = makeFolder()
    const store = openAt(join(folder, 'data'))
    const file = join(folder, 'backup')
    backUp(store.database, file)
    for (const path of [file, checksumPathOf(file)]) expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readFileSync(checksumPathOf(file), 'utf8')).toMatch(/^[0-9a-f]{64} {2}backup\n$/)
    expect(() => backUp(store.database, file)).toThrow(OperatorError)
  })
})

describe('next to a backup', () => {
  test('a planted link is not followed: neither by the checksum nor by the draft', () => {
    const folder = makeFolder()
    const store = openAt(join(folder, 'data'))
    const precious = join(folder, 'precious')
    writeFileSync(precious, 'of somebody')
    const file = join(folder, 'backup')
    symlinkSync(precious, checksumPathOf(file))
    backUp(store.database, file)
    expect(readFileSync(precious, 'utf8')).toBe('of somebody')
    expect(lstatSync(checksumPathOf(file)).isSymbolicLink()).toBe(false)
    expect(inspect(file).faults).toEqual([])
  })

  test('what killed processes left half written goes with the next copy or start, and nothing else does', () => {
    const folder = makeFolder()
    const dataDir = join(folder, 'data')
    openAt(dataDir)
    const hourAgo = new Date(Date.now() - 3_600_000)
    // No process has this number.
    const dead = ['backup.db.4194305-0123abcd.partial', 'backup.db.4194305-0123abcd.partial-journal']
    const alive = [`backup.db.${process.pid}-0123abcd.partial`, 'mine.partial', 'backup.db']
    for (const place of [folder, dataDir])
      for (const name of [...dead, ...alive]) {
        writeFileSync(join(place, name), 'x')
        utimesSync(join(place, name), hourAgo, hourAgo)
      }
    writeFileSync(join(folder, 'fresh.4194305-0123abcd.partial'), 'x')
    backUp(openAt(dataDir).database, join(folder, 'new.db'))
    for (const place of [folder, dataDir]) {
      expect(readdirSync(place)).toEqual(expect.arrayContaining(alive))
      for (const name of dead) expect(readdirSync(place)).not.toContain(name)
    }
    expect(readdirSync(folder)).toContain('fresh.4194305-0123abcd.partial')
  })
})

describe('restore', () => {
  test('replaces all data, keeps the previous data, and takes effect at once', async () => {
    const folder = makeFolder()
    const [old, live] = [openAt(join(folder, 'old')), openAt(join(folder, 'live'))]
    const file = join(folder, 'backup')
    await addAccount(old, 'acc_old')
    // The same exchanges have other numbers in each file.
    await addPoint(old, 'okx', 1, 41)
    await addPoint(old, 'best', 1, 42)
    backUp(old.database, file)

    await addAccount(live, 'acc_new')
    await addPoint(live, 'best', 1, 99)
    const { kept } = await live.restore(file, { nowMs: start })

    expect(await accountsOf(live)).toEqual(['acc_old'])
    await addPoint(live, 'best', 2, 43)
    expect([await priceAt(live, 'okx', 1), await priceAt(live, 'best', 1), await priceAt(live, 'best', 2)]).toEqual([
      41, 42, 43,
    ])
    await live.restore(kept, { nowMs: start + 1 })
    expect(await accountsOf(live)).toEqual(['acc_new'])
    expect(await priceAt(live, 'best', 1)).toBe(99)
  })

  test('takes a backup of an older release', async () => {
    const folder = makeFolder()
    const file = join(folder, 'first-release')
    const first = openDatabase(file)
    first.exec(migrations[0] ?? '')
    first.exec(`PRAGMA user_version = 1; INSERT INTO account VALUES ('acc_1', 'Ann', 'Free', 1)`)
    first.close()
    const store = openAt(join(folder, 'data'))
    await store.restore(file, { nowMs: start })
    expect(await accountsOf(store)).toEqual(['acc_1'])
    expect(inspect(file).version).toBe(1)
  })

  test.each([
    ['something else', (file: string) => writeFileSync(file, 'not a database')],
    ['half a file', (file: string) => truncateSync(file, statSync(file).size >> 1)],
    ['one flipped bit', (file: string) => flipByte(file, below(statSync(file).size), below(8))],
  ])('refuses %s and changes nothing', async (_, spoil) => {
    const folder = makeFolder()
    const store = openAt(join(folder, 'data'))
    const file = join(folder, 'backup')
    backUp(store.database, file)
    await addAccount(store, 'acc_1')
    spoil(file)
    await expect(store.restore(file, { nowMs: start })).rejects.toThrow(OperatorError)
    expect(await accountsOf(store)).toEqual(['acc_1'])
  })

  test('never brings simulated prices among real ones', async () => {
    const folder = makeFolder()
    const [simulated, real] = [openAt(join(folder, 'simulated')), openAt(join(folder, 'real'))]
    simulated.setMetaIfAbsent('prices', 'simulated')
    real.setMetaIfAbsent('prices', 'real')
    const file = join(folder, 'backup')
    backUp(simulated.database, file)
    await expect(real.restore(file, { nowMs: start })).rejects.toThrow('simulated')
    expect(await real.setMetaIfAbsent('prices', 'x')).toBe('real')
  })
})

describe('a key or session ended after a backup was taken', () => {
  const aKey = (id: string) => ({
    id,
    accountId: 'acc_1',
    digest: `digest of ${id}` as KeyDigest,
    prefix: 'p2p_',
    label: null,
    createdAtMs: 1,
    revokedAtMs: null,
  })
  const isLive = async (store: SqliteStore, id: string) => (await store.keys.findKey(id))?.revokedAtMs === null

  const scene = async () => {
    const folder = makeFolder()
    const store = openAt(join(folder, 'data'))
    await addAccount(store, 'acc_1')
    for (const id of ['key_leaked', 'key_good', 'key_old']) await store.keys.saveKey(aKey(id), 5)
    await store.keys.revokeKey('key_old', 5)
    const file = join(folder, 'backup')
    backUp(store.database, file)
    await store.keys.revokeKey('key_leaked', 7)
    return { store, file }
  }

  test('stays ended, and is listed', async () => {
    const { store, file } = await scene()
    const steps: string[] = []
    const { endedSince } = await store.restore(file, { nowMs: start, tell: (step) => steps.push(step) })
    expect(endedSince).toEqual(['key_leaked'])
    expect((await store.keys.findKey('key_leaked'))?.revokedAtMs).toBe(7)
    expect([await isLive(store, 'key_good'), await isLive(store, 'key_old')]).toEqual([true, false])
    expect(steps.length).toBeGreaterThan(2)
    expect(inspect(store.database.path).faults).toEqual([])
  })

  test('lives again only on request, and is listed as well', async () => {
    const { store, file } = await scene()
    expect((await store.restore(file, { nowMs: start, keepEnded: false })).endedSince).toEqual(['key_leaked'])
    expect(await isLive(store, 'key_leaked')).toBe(true)
  })

  test('is no session: with a backup every user logs in again, and no user of a deleted account', async () => {
    const folder = makeFolder()
    const store = openAt(join(folder, 'data'))
    const password = 'digest' as PasswordDigest
    for (const accountId of ['acc_ann', 'acc_bob']) {
      const account = { id: accountId, name: accountId, plan: 'Free' as const, createdAtMs: 1 }
      await store.logins.create(account, { accountId, email: accountId, password, isAdmin: false })
    }
    const session = aSession('session', { accountId: 'acc_ann' })
    await store.sessions.createSession(session, password)
    const file = join(folder, 'backup')
    backUp(store.database, file)
    await store.keys.deleteAccount('acc_bob', 5)
    await store.restore(file, { nowMs: start })
    expect(await store.sessions.find(session.digest, 2)).toBeNull()
    expect([await store.logins.find('acc_ann'), await store.logins.find('acc_bob')]).toEqual([
      expect.objectContaining({ email: 'acc_ann' }),
      null,
    ])
  })
})

test('what works once and was used since the backup was taken works no more', async () => {
  const folder = makeFolder()
  const store = openAt(join(folder, 'data'))
  const [invite, link] = ['invite', 'link'].map((name) => name as LinkDigest) as [LinkDigest, LinkDigest]
  const account = (id: string) => ({ id, name: id, plan: 'Free' as const, createdAtMs: 1 })
  const login = (id: string) => ({ accountId: id, email: id, password: 'p' as PasswordDigest, isAdmin: false })
  await store.logins.create(account('acc_ann'), login('acc_ann'))
  await store.links.save({ digest: link, purpose: 'login', accountId: 'acc_ann', endsAtMs: 9 })
  const anInvite = { plan: 'Free', note: null, createdAtMs: 1, endsAtMs: 9, usedAtMs: null } as const
  await store.invites.save({ ...anInvite, id: 'inv_1', digest: invite })
  await store.invites.save({ ...anInvite, id: 'inv_2', digest: 'not taken' as LinkDigest })
  const file = join(folder, 'backup')
  backUp(store.database, file)
  expect(await store.logins.createInvited(account('acc_bob'), login('acc_bob'), invite)).toBe('created')
  expect(await store.links.redeemLink(link, 'login', 2)).not.toBeNull()
  await store.restore(file, { nowMs: start })
  expect([await store.invites.find(invite, 2), await store.links.redeemLink(link, 'login', 2)]).toEqual([null, null])
  expect(await store.invites.find('not taken' as LinkDigest, 2)).not.toBeNull()
  expect(inspect(store.database.path).faults).toEqual([])
})

test('three restores can be taken back, older data go', async () => {
  const folder = makeFolder()
  const store = openAt(join(folder, 'data'))
  const file = join(folder, 'backup')
  backUp(store.database, file)
  for (let round = 0; round < 5; round++) await store.restore(file, { nowMs: start + round * 1_000 })
  const left = readdirSync(join(folder, 'data')).filter((name) => name.includes('before-restore'))
  expect(left.filter((name) => !name.endsWith('.sha256'))).toHaveLength(3)
  expect(left).toHaveLength(6)
  expect(left.join()).toContain('00-00-04-000Z')
  expect(left.join()).not.toContain('.partial')
})

describe('verify', () => {
  test('finds any flipped bit in a backup, and names the file', async () => {
    const folder = makeFolder()
    const store = openAt(join(folder, 'data'))
    for (let number = 0; number < 50; number++) await addAccount(store, `acc_${number}`)
    const file = join(folder, 'backup')
    backUp(store.database, file)
    const { size } = statSync(file)
    for (let round = 0; round < 100; round++) {
      const [at, bit] = [below(size), below(8)]
      flipByte(file, at, bit)
      expect(inspect(file).faults.join(), `bit ${bit} of byte ${at}`).toContain(file)
      flipByte(file, at, bit)
    }
    expect(inspect(file).faults).toEqual([])
  })

  test('takes a version that a flipped bit made for damage, not for a newer release', async () => {
    const folder = makeFolder()
    const store = openAt(join(folder, 'data'))
    const file = join(folder, 'backup')
    backUp(store.database, file)
    const versionAt = 60
    for (let bit = 0; bit < 8; bit++) {
      flipByte(file, versionAt, bit)
      expect(inspect(file).faults.join()).toContain(file)
      flipByte(file, versionAt, bit)
    }
    expect(inspect(file).faults).toEqual([])
    store.database.exec('PRAGMA user_version = 99')
    expect(() => inspect(store.database.path)).toThrow('newer release')
  })

  test('finds damaged pages, records and references in the data themselves', async () => {
    const store = openAt(join(makeFolder(), 'data'))
    await addAccount(store, 'acc_1')
    await addPoint(store, 'best', 1, 42)
    expect(inspect(store.database.path).faults).toEqual([])
    store.database.exec('PRAGMA foreign_keys = OFF')
    store.database.exec(`
      UPDATE snap SET data = x'ff';
      INSERT INTO api_key VALUES ('key_1', 'acc_gone', 'digest', 'p2p_', NULL, 1, NULL, NULL);
      INSERT INTO webhook VALUES ('wh_1', 'acc_1', 1, 1, '{"half":', x'00', NULL, NULL, NULL)
    `)
    const { faults } = inspect(store.database.path)
    expect(faults.join('\n')).toMatch(/api_key/)
    expect(faults.join('\n')).toMatch(/slot of history/)
    expect(faults.join('\n')).toMatch(/webhook wh_1/)
  })
})
