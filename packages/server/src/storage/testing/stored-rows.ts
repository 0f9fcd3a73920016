import { slotMs } from '@p2p-rates/core/internal'
import { expect } from 'vitest'
import type { KeyDigest } from '../../accounts/account-and-key-store.js'
import { contentOf } from '../../history/history-stores.js'
import type { Store } from '../store.js'

const atMs = Date.UTC(2026, 10, 20)
const dayMs = 86_400_000
const okx = { fiat: 'UAH', exchange: 'okx' }

/** Parts of a stored version that its tables could not hold yet. */
export type Missing = readonly ('uptime' | 'fixing' | 'inputs' | 'inbox' | 'rule' | 'board')[]

/** Checks through the stores what the stored versions hold. Tables of later versions are empty. */
export async function expectStoredRows(store: Store, missing: Missing): Promise<void> {
  const has = (part: Missing[number]): boolean => !missing.includes(part)
  const accountId = 'acc_ann'
  expect((await store.keys.find('digest of a key' as KeyDigest))?.key).toMatchObject({ id: 'key_1', label: 'first' })
  const unscheduled = {
    quietHours: null,
    digestTime: null,
    tz: 'UTC',
    expiresAtMs: null,
    deferred: null,
    digestDay: null,
  }
  expect(await store.webhooks.list(accountId)).toMatchObject([{ id: 'wh_1', ...unscheduled }])
  expect(await store.history.newestMs()).toBeGreaterThanOrEqual(atMs + slotMs)
  expect(await store.history.oldestDayMs(okx)).toBe(atMs - dayMs)
  expect(await store.getMeta('prices')).toBe('real')
  expect(await store.uptime.newestMs()).toBe(has('uptime') ? atMs : null)
  const fixings = await store.fixings.readFixings('UAH', '2026-11-19', '2026-11-19')
  expect(fixings.map((entry) => contentOf(entry).value)).toEqual(has('fixing') ? [41.5] : [])
  expect((await store.fixings.newestInputs('UAH'))?.method).toEqual(has('inputs') ? 'index-1' : undefined)
  expect((await store.inboxes.list(accountId)).map(({ id }) => id)).toEqual(has('inbox') ? ['in_1'] : [])
  expect((await store.rules.list(accountId)).map(({ id }) => id)).toEqual(has('rule') ? ['ru_1'] : [])
  expect((await store.boards.list(accountId)).map(({ id }) => id)).toEqual(has('board') ? ['bo_1'] : [])
}

export async function storedPrices({ history }: Store): Promise<readonly number[]> {
  const { buy } = await history.readSeries(okx, atMs - dayMs, atMs + dayMs)
  return [...buy].filter((price) => price !== 0).map((price) => price / 10_000)
}

/** Writes on where the stored version ended. */
export async function carryOn(store: Store): Promise<void> {
  const entry = { ...okx, buy: 41.4, sell: 41, buyAds: 1, sellAds: 1 }
  expect(await store.history.append(atMs + 2 * slotMs, [entry])).toEqual([entry])
  await store.setMeta('carried', 'on')
}
