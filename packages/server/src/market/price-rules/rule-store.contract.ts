import { expect, test } from 'vitest'
import type { OpenTwo } from '../../testing/either-of.js'
import type { RuleStore } from './rule-store.js'
import { aLastKnownPrice, aRule } from './testing/a-rule.js'

export const ruleStoreContract = (open: () => Promise<RuleStore>) => {
  test('gives back every rule as it was written, of its account or its currency alone, the oldest first', async () => {
    const store = await open()
    const hostile = aRule({ id: 'ru_b', name: `O'Hara "the" \\ <b>\u202e`, createdAtMs: 2 })
    const methods = { payment_methods: ['wise'], exclude_methods: ['cash'] }
    const euro = aRule({
      id: 'ru_a',
      fiat: 'EUR',
      fields: { fiat: 'EUR', base: 'nth', n: 3, ...methods },
      createdAtMs: 1,
    })
    const others = aRule({ id: 'ru_c', accountId: 'acc_two', createdAtMs: 3 })
    for (const rule of [hostile, euro, others]) expect(await store.create(rule, 5)).toBe(true)
    expect(await store.list('acc_one')).toEqual([euro, hostile])
    expect(await store.ofFiat('UAH')).toEqual([hostile, others])
    expect(await store.find('ru_b')).toEqual(hostile)
    expect(await store.find('ru_x')).toBeNull()
  })

  test('takes no more than were named, and counts those of one account', async () => {
    const store = await open()
    expect(await store.create(aRule({ id: 'ru_a' }), 1)).toBe(true)
    expect(await store.create(aRule({ id: 'ru_b' }), 1)).toBe(false)
    expect(await store.create(aRule({ id: 'ru_c', accountId: 'acc_two' }), 1)).toBe(true)
    expect(await store.delete('acc_two', 'ru_a')).toBe(false)
    expect(await store.delete('acc_one', 'ru_a')).toBe(true)
    expect(await store.delete('acc_one', 'ru_a')).toBe(false)
    expect(await store.create(aRule({ id: 'ru_b' }), 1)).toBe(true)
  })

  test('applies the decided change, also of its currency, and nothing if the decision throws', async () => {
    const store = await open()
    expect(await store.change('ru_x', (now) => now)).toBeNull()
    await store.create(aRule(), 5)
    const fails = () => {
      throw new Error('refused')
    }
    await expect(store.change('ru_one', fails)).rejects.toThrow('refused')
    const next = aRule({ fiat: 'PLN', fields: { fiat: 'PLN' }, revision: 2 })
    expect(await store.change('ru_one', () => next)).toEqual(next)
    expect(await store.ofFiat('UAH')).toEqual([])
    expect(await store.ofFiat('PLN')).toEqual([next])
  })

  test('keeps the last good value of the newest data and of the newest formula, and of no rule that is gone', async () => {
    const store = await open()
    const rule = aRule()
    expect(await store.findLastKnownPrice(rule)).toBeNull()
    await store.create(rule, 5)
    const first = aLastKnownPrice()
    const newer = aLastKnownPrice({ version: 128, price: { ...first.price, price: 42 } })
    await store.saveLastKnownPrices([newer, aLastKnownPrice({ ruleId: 'ru_gone' })])
    await store.saveLastKnownPrices([first])
    expect(await store.findLastKnownPrice(rule)).toEqual(newer)
    expect(await store.findLastKnownPrice({ id: 'ru_gone', revision: 1 })).toBeNull()
    expect(await store.findLastKnownPrice({ ...rule, revision: 2 })).toBeNull()

    const changed = aLastKnownPrice({ revision: 2, version: 64 })
    await store.saveLastKnownPrices([changed])
    await store.saveLastKnownPrices([aLastKnownPrice({ version: 192 })])
    expect(await store.findLastKnownPrice({ ...rule, revision: 2 })).toEqual(changed)
    expect(await store.findLastKnownPrice(rule)).toBeNull()

    await store.delete('acc_one', 'ru_one')
    await store.create(aRule({ revision: 2 }), 5)
    expect(await store.findLastKnownPrice({ ...rule, revision: 2 })).toBeNull()
    await store.saveLastKnownPrices([])
  })
}

export const ruleStoreRaces = (openTwo: OpenTwo<RuleStore>) => {
  test('no more are made than were named, and no change is lost', async () => {
    const both = await openTwo()
    const at = (index: number) => both[index % 2] ?? both[0]
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) => at(index).create(aRule({ id: `ru_${index}` }), 5)),
    )
    expect(made.filter(Boolean)).toHaveLength(5)
    const rule = aRule({ id: 'ru_raced', accountId: 'acc_two' })
    await both[0].create(rule, 5)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        at(index).change('ru_raced', (now) => ({ ...now, revision: now.revision + 1 })),
      ),
    )
    expect((await both[1].find('ru_raced'))?.revision).toBe(21)
  })

  test('of values that are kept at once the one of the newest data is left, in whatever order they come', async () => {
    const both = await openTwo()
    await both[0].create(aRule(), 5)
    await both[0].create(aRule({ id: 'ru_two' }), 5)
    const versions = [3, 9, 1, 7, 5, 8, 2, 6, 4]
    await Promise.all(
      versions.map((version, index) => {
        const values = ['ru_one', 'ru_two'].map((ruleId) => aLastKnownPrice({ ruleId, version }))
        return (both[index % 2] ?? both[0]).saveLastKnownPrices(index % 3 === 0 ? values.toReversed() : values)
      }),
    )
    for (const id of ['ru_one', 'ru_two'])
      expect((await both[1].findLastKnownPrice({ id, revision: 1 }))?.version).toBe(9)
  })
}
