import { newRule, type RulePrice, toRulePriceResponse, type ValuesOf } from '@p2p-rates/contract'
import { type Fiat, normalRules } from '@p2p-rates/core'
import { createRandom, type Random, seedFor } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import type { LiveAccount } from '../../accounts/actor.js'
import { aSnapshot } from '../../alerts/webhooks/testing/a-snapshot.js'
import { openMemoryStore } from '../../storage/sqlite/open-store.js'
import { createFakeClock } from '../../testing/fake-clock.js'
import type { MarketSnapshot } from '../market-snapshot.js'
import { createPriceRule, createRuleService, storeLastKnownPrices } from './rule-service.js'

const seed = Number(process.env.SEED)
const worlds = Number(process.env.RUNS ?? 40)

const account = { id: 'acc_one', limits: {} } as LiveAccount
const exchanges = ['binance', 'okx', 'mexc']

type Fields = {
  readonly fiat: 'UAH' | 'EUR'
  readonly side: 'BUY' | 'SELL'
  readonly exchanges?: readonly string[]
  readonly offset?: number
}
type Value = { readonly version: number; readonly cents: number; readonly atMs: number }
type Rule = { readonly id: string; fields: Fields; standsSeconds: number; good: Value[] }

function madeSlowly(snapshot: MarketSnapshot | undefined, { side, exchanges: named, offset }: Fields): Value | null {
  let best: number | null = null
  for (const board of snapshot?.market.boards ?? [])
    for (const { ad, eligible } of board.ads) {
      const isMeant = named === undefined || named.includes(board.exchange)
      if (!isMeant || !eligible || board.side !== side) continue
      if (best === null || (side === 'BUY' ? ad.price < best : ad.price > best)) best = ad.price
    }
  if (best === null || snapshot === undefined) return null
  const cents = Math.round(best * 100) + Math.round((offset ?? 0) * 100)
  return { version: snapshot.version, cents, atMs: snapshot.updatedAtMs }
}

function toldSlowly(rule: Rule, shown: MarketSnapshot | undefined, nowMs: number) {
  const fresh = madeSlowly(shown, rule.fields)
  let known = fresh
  for (const value of fresh === null ? rule.good : [])
    if (known === null || value.version > known.version) known = value
  const untilMs = (known?.atMs ?? 0) + rule.standsSeconds * 1000
  const value = known === null ? null : known.cents / 100
  const stands = known !== null && (fresh !== null || nowMs <= untilMs)
  const asOf = known === null ? null : new Date(known.atMs).toISOString()
  return {
    value: stands ? value : null,
    as_of: stands ? asOf : null,
    reason: fresh === null ? 'no_data' : null,
    stale_since: fresh === null ? asOf : null,
    last_good: known && { value, as_of: asOf, valid_until_at: new Date(untilMs).toISOString() },
  }
}

function someFields(random: Random): Fields {
  const named = exchanges.filter(() => random.chance(0.4))
  return {
    ...{ fiat: random.chance(0.8) ? 'UAH' : 'EUR', side: random.pick(['BUY', 'SELL']) },
    ...(named.length > 0 && random.chance(0.6) ? { exchanges: named } : {}),
    ...(random.chance(0.5) ? { offset: random.pick([0.15, -0.5, 1]) } : {}),
  }
}

const isSame = (one: Fields, other: Fields): boolean =>
  one.fiat === other.fiat &&
  one.side === other.side &&
  (one.exchanges ?? []).join() === (other.exchanges ?? []).join() &&
  (one.offset ?? 0) === (other.offset ?? 0)

const read = (fields: object): ValuesOf<typeof newRule> =>
  Object.fromEntries(
    Object.entries(newRule).map(([name, { schema }]) => [
      name,
      schema.parse(new Map(Object.entries(fields)).get(name)),
    ]),
  ) as ValuesOf<typeof newRule>

function aWorld(random: Random) {
  const clock = createFakeClock(Date.UTC(2026, 9, 25))
  const { rules: store } = openMemoryStore()
  const priceRule = createPriceRule(normalRules)
  const keepLastKnownPrice = storeLastKnownPrices.bind(null, priceRule)
  const shown = new Map<Fiat, MarketSnapshot>()
  const rules: Rule[] = []
  let version = 1_000
  const openRoom = () => createRuleService({ store, snapshot: (fiat) => shown.get(fiat) ?? null, priceRule, clock })
  let room = openRoom()

  const note = (rule: Rule, snapshot: MarketSnapshot | undefined): void => {
    const value = madeSlowly(snapshot, rule.fields)
    if (value !== null) rule.good.push(value)
  }
  const publish = async (): Promise<void> => {
    const fiat = random.pick(['UAH', 'UAH', 'EUR'] as const)
    const sell = random.integer(3_900, 4_300) / 100
    const seen = exchanges.filter(() => random.chance(0.5))
    const prices = { fiat, buy: sell + random.integer(5, 40) / 100, sell, nowMs: clock.wallMs() - random.below(2_000) }
    version += random.integer(1, 3)
    // A publication of another server may arrive late: it is stored, but no longer shown.
    const isLate = random.chance(0.2)
    const snapshot = {
      ...aSnapshot({ ...prices, exchanges: seen.length > 0 ? seen : ['okx'] }),
      version: isLate ? version - random.integer(4, 40) : version,
    }
    await keepLastKnownPrice(store, snapshot)
    for (const rule of rules) if (rule.fields.fiat === fiat) note(rule, snapshot)
    if (!isLate) shown.set(fiat, snapshot)
  }
  const create = async (): Promise<void> => {
    const fields = someFields(random)
    const standsSeconds = random.pick([0, 60, 60, 600])
    const { id } = await room.create(account, read({ ...fields, name: 'Desk', last_good_seconds: standsSeconds }))
    const rule = { id, fields, standsSeconds, good: [] }
    note(rule, shown.get(fields.fiat))
    rules.push(rule)
  }
  const change = async (rule: Rule): Promise<void> => {
    const fields = random.chance(0.4) ? rule.fields : someFields(random)
    const standsSeconds = random.pick([rule.standsSeconds, 60, 600])
    const none = { exchanges: null, offset: null }
    await room.update(account, rule.id, { ...none, ...fields, last_good_seconds: standsSeconds })
    if (!isSame(fields, rule.fields)) rule.good = []
    rule.fields = fields
    rule.standsSeconds = standsSeconds
    note(rule, shown.get(fields.fiat))
  }

  const happen = async (): Promise<string> => {
    const rule = rules.length > 0 ? random.pick(rules) : null
    const what = random.pick([
      'publish',
      'publish',
      'hide',
      'wait',
      'wait',
      'wait',
      'create',
      'change',
      'restart',
      'delete',
    ])
    if (what === 'publish') await publish()
    else if (what === 'hide') shown.delete(random.pick(['UAH', 'EUR']))
    else if (what === 'wait') clock.advance(random.pick([1, 999, 1_000, 58_000, 60_000, 540_000, 600_000]))
    else if (what === 'create' && rules.length < 6) await create()
    else if (what === 'change' && rule !== null) await change(rule)
    else if (what === 'delete' && rule !== null && random.chance(0.3)) {
      await room.delete(account.id, rule.id)
      rules.splice(rules.indexOf(rule), 1)
    } else if (what === 'restart') {
      shown.clear()
      room = openRoom()
    }
    return what
  }
  const waitForAnEnd = (): void => {
    const ends = rules.map((rule) => toldSlowly(rule, shown.get(rule.fields.fiat), clock.wallMs()).last_good)
    const ms = ends.map((end) => Date.parse(end?.valid_until_at ?? '') - clock.wallMs()).filter((left) => left > 0)
    if (ms.length > 0) clock.advance(random.pick(ms) + random.pick([-1, 0, 1]))
  }
  return {
    ...{ clock, shown, rules, happen, waitForAnEnd },
    priceOf: async (id: string): Promise<RulePrice> => toRulePriceResponse(await room.price(account.id, id)),
  }
}

test('the price of a rule equals that of a model that records every value', async () => {
  const met = new Set<string>()
  for (let at = 0; at < worlds; at++) {
    const random = createRandom(seedFor(seed, at))
    const world = aWorld(random)
    const story: string[] = []
    for (let step = 0; step < 40; step++) {
      story.push(await world.happen())
      if (random.chance(0.3)) world.waitForAnEnd()
      for (const rule of world.rules) {
        const meant = toldSlowly(rule, world.shown.get(rule.fields.fiat), world.clock.wallMs())
        const context = `world ${at}: ${story.join(', ')}; ${JSON.stringify(rule)}`
        expect(await world.priceOf(rule.id), context).toMatchObject(meant)
        met.add(meant.reason === null ? 'fresh' : meant.value !== null ? 'stands' : meant.last_good ? 'ended' : 'none')
      }
    }
  }
  if (worlds >= 20) expect([...met].toSorted()).toEqual(['ended', 'fresh', 'none', 'stands'])
})
