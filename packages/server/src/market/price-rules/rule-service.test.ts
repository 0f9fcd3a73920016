import { join } from 'node:path'
import { newRule, toRulePriceResponse, type ValuesOf } from '@p2p-rates/contract'
import { normalRules } from '@p2p-rates/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { LiveAccount } from '../../accounts/actor.js'
import { aSnapshot } from '../../alerts/webhooks/testing/a-snapshot.js'
import { openSqliteStore } from '../../storage/sqlite/open-store.js'
import { createFakeClock } from '../../testing/fake-clock.js'
import { makeFolder } from '../../testing/make-folder.js'
import type { MarketSnapshot } from '../market-snapshot.js'
import { createPriceRule, createRuleService, storeLastKnownPrices } from './rule-service.js'

const startMs = Date.UTC(2026, 10, 21, 12)
const account = { id: 'acc_one', limits: {} } as LiveAccount

const valuesOf = (fields: object): ValuesOf<typeof newRule> => {
  const values = Object.entries(newRule).map(([name, { schema }]) => [
    name,
    schema.parse((fields as Record<string, unknown>)[name]),
  ])
  return Object.fromEntries(values) as ValuesOf<typeof newRule>
}

function openRooms() {
  const clock = createFakeClock(startMs)
  const dataDir = join(makeFolder(), 'data')
  const server = () => {
    const store = openSqliteStore(dataDir)
    let isOpen = true
    const close = () => {
      if (isOpen) store.close()
      isOpen = false
    }
    onTestFinished(close)
    let shown: MarketSnapshot | null = null
    const priceRule = createPriceRule(normalRules)
    const room = createRuleService({ store: store.rules, snapshot: () => shown, priceRule, clock })
    const keepLastKnownPrice = storeLastKnownPrices.bind(null, priceRule)
    return {
      room,
      close,
      publish: async (snapshot: MarketSnapshot) => {
        await keepLastKnownPrice(store.rules, snapshot)
        shown = snapshot
      },
      hide: () => {
        shown = null
      },
      priceOf: async (id: string) => toRulePriceResponse(await room.price('acc_one', id)),
    }
  }
  return { clock, server }
}

const rule = { name: 'Desk', offset_pct: 1, step: 0.05, last_good_seconds: 3_600 }

describe('the price of a rule', () => {
  test('is made of fresh data, with its steps in words', async () => {
    const { server } = openRooms()
    const { room, publish, priceOf } = server()
    const { id } = await room.create(account, valuesOf(rule))
    await publish(aSnapshot({ buy: 41, sell: 40.5, nowMs: startMs }))
    expect(await priceOf(id)).toMatchObject({
      value: 41.4,
      as_of: '2026-11-21T12:00:00.000Z',
      stale_since: null,
      reason: null,
      basis: { base: 'best', price: 41 },
      steps: [{ price: 41 }, { step: 'offset_pct', price: 41.41 }, { step: 'rounding', price: 41.4 }],
      explanation: expect.stringMatching(
        /^The best price to buy USDT is 41 UAH, on \w+\. With 1 % on top: 41\.41\. Rounded to a multiple of 0\.05: 41\.4\.$/,
      ),
      last_good: { value: 41.4, valid_until_at: '2026-11-21T13:00:00.000Z' },
    })
  })

  test('stands on while nothing is fresh, says so, ends to the second, and survives the end of its server', async () => {
    const { clock, server } = openRooms()
    const first = server()
    const { id } = await first.room.create(account, valuesOf(rule))
    await first.publish(aSnapshot({ buy: 41, sell: 40.5, nowMs: startMs }))
    first.close()

    const { priceOf } = server()
    clock.advance(3_600_000)
    expect(await priceOf(id)).toMatchObject({
      value: 41.4,
      reason: 'no_data',
      as_of: '2026-11-21T12:00:00.000Z',
      stale_since: '2026-11-21T12:00:00.000Z',
      explanation: expect.stringContaining('is valid until 2026-11-21T13:00:00.000Z.'),
    })
    clock.advance(1)
    expect(await priceOf(id)).toMatchObject({
      value: null,
      basis: null,
      as_of: null,
      reason: 'no_data',
      stale_since: '2026-11-21T12:00:00.000Z',
      last_good: { value: 41.4 },
      explanation: expect.stringContaining('is no longer valid: it was valid until 2026-11-21T13:00:00.000Z.'),
    })
  })

  test('is none at once where the rule lets none stand, or where there never was one', async () => {
    const { server } = openRooms()
    const { room, publish, hide, priceOf } = server()
    const strict = await room.create(account, valuesOf({ ...rule, last_good_seconds: 0 }))
    expect(await priceOf(strict.id)).toMatchObject({ value: null, last_good: null, stale_since: null })
    await publish(aSnapshot({ buy: 41, sell: 40.5, nowMs: startMs - 1 }))
    expect(await priceOf(strict.id)).toMatchObject({ value: 41.4 })
    hide()
    expect(await priceOf(strict.id)).toMatchObject({ value: null, reason: 'no_data', last_good: { value: 41.4 } })
  })

  test('stands through data that cannot fill the rule, and is that of the newest data that could', async () => {
    const { clock, server } = openRooms()
    const { room, publish, priceOf } = server()
    const { id } = await room.create(account, valuesOf({ ...rule, exchanges: ['okx'] }))
    await publish(aSnapshot({ buy: 41, sell: 40.5, nowMs: startMs }))
    await publish(aSnapshot({ buy: 42, sell: 41.5, nowMs: startMs + 1 }))
    await publish(aSnapshot({ buy: 43, sell: 42, nowMs: startMs + 2, exchanges: ['binance', 'bybit', 'kucoin'] }))
    clock.advance(2)
    expect(await priceOf(id)).toMatchObject({ value: 42.4, reason: 'no_data', basis: { exchanges: ['okx'] } })
  })

  test('of a formula that was changed is none of the formula before; a new name changes nothing', async () => {
    const { server } = openRooms()
    const { room, publish, hide, priceOf } = server()
    const { id } = await room.create(account, valuesOf(rule))
    await publish(aSnapshot({ buy: 41, sell: 40.5, nowMs: startMs }))
    hide()
    await room.update(account, id, { name: 'Window', last_good_seconds: 7_200 })
    expect(await priceOf(id)).toMatchObject({ value: 41.4, name: 'Window' })
    await room.update(account, id, { offset_pct: 2 })
    expect(await priceOf(id)).toMatchObject({ value: null, last_good: null })
    await publish(aSnapshot({ buy: 41, sell: 40.5, nowMs: startMs }))
    hide()
    expect(await priceOf(id)).toMatchObject({ value: 41.8 })
  })

  test('of data already published is stored, too: for a new rule and for a new formula', async () => {
    const { server } = openRooms()
    const { room, publish, hide, priceOf } = server()
    await publish(aSnapshot({ buy: 41, sell: 40.5, nowMs: startMs }))
    const { id } = await room.create(account, valuesOf(rule))
    hide()
    expect(await priceOf(id)).toMatchObject({ value: 41.4, reason: 'no_data' })
    await publish(aSnapshot({ buy: 42, sell: 41.5, nowMs: startMs + 1 }))
    await room.update(account, id, { offset_pct: 0 })
    hide()
    expect(await priceOf(id)).toMatchObject({ value: 42, reason: 'no_data' })
  })

  test('stands through a change that changes nothing', async () => {
    const { server } = openRooms()
    const { room, publish, hide, priceOf } = server()
    const { id } = await room.create(account, valuesOf({ ...rule, offset: 0, exchanges: [] }))
    await publish(aSnapshot({ buy: 41, sell: 40.5, nowMs: startMs }))
    hide()
    const { revision } = await room.update(account, id, { name: 'Window', offset: null, exchanges: null })
    expect(revision).toBe(1)
    expect(await priceOf(id)).toMatchObject({ value: 41.4 })
  })
})

test('a change is judged by its result, and nothing is written if it is rejected', async () => {
  const { server } = openRooms()
  const { room } = server()
  const made = await room.create(account, valuesOf({ ...rule, floor: 41 }))
  const refused = (change: Readonly<Record<string, unknown>>) => expect(room.update(account, made.id, change)).rejects
  await refused({ base: 'nth' }).toMatchObject({ problem: { param: 'n' } })
  await refused({ ceiling: 40 }).toMatchObject({ problem: { param: 'ceiling' } })
  expect(await room.get('acc_one', made.id)).toEqual(made)
  const changed = await room.update(account, made.id, { base: 'nth', n: 3, floor: null, ceiling: 40 })
  expect(changed.fields).toMatchObject({ base: 'nth', n: 3, ceiling: 40 })
  expect(changed.fields.floor).toBeUndefined()
  await expect(room.get('acc_two', made.id)).rejects.toMatchObject({ problem: { code: 'not_found' } })
  await expect(room.update({ ...account, id: 'acc_two' }, made.id, {})).rejects.toMatchObject({
    problem: { code: 'not_found' },
  })
})

describe('a change is refused for nothing that it does not touch', () => {
  const fields = {
    ...valuesOf(rule),
    base: 'median' as const,
    exchanges: ['okx', 'closed', 'okx'],
    payment_methods: ['a bank that is gone'],
    exclude_methods: ['wise'],
    step: 0.00015,
    floor: 42,
    ceiling: 41,
  }
  const saved = async () => {
    const { server } = openRooms()
    const { room } = server()
    return { room, id: (await room.create(account, fields)).id }
  }

  test('a new name, whatever the rule was saved with', async () => {
    const { room, id } = await saved()
    const renamed = await room.update(account, id, { name: 'Window' })
    expect(renamed).toMatchObject({
      name: 'Window',
      revision: 1,
      fields: { step: 0.00015, exchanges: fields.exchanges },
    })
    const same = { payment_methods: ['a bank that is gone'], exclude_methods: ['wise'] }
    expect(await room.update(account, id, same)).toEqual(renamed)
  })

  test('a change that makes it invalid is rejected anyway', async () => {
    const { room, id } = await saved()
    const refused = (change: Readonly<Record<string, unknown>>) => expect(room.update(account, id, change)).rejects
    await refused({ base: 'nth' }).toMatchObject({ problem: { param: 'n' } })
    await room.update(account, id, { ceiling: 43 })
    await refused({ ceiling: 41 }).toMatchObject({ problem: { param: 'ceiling' } })
  })
})
