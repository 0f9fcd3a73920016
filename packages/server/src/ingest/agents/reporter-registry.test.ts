import { exchangeIds } from '@p2p-rates/core'
import { expect, test } from 'vitest'
import { openMemoryStore } from '../../storage/sqlite/open-store.js'
import { createReporterRegistry, newReputation, type ReporterRemoved } from './reporter.js'
import { aSigningKey } from './testing/signing.js'

const { publicText } = aSigningKey()
const wish = { id: 'home-kyiv', publicKey: publicText, exchanges: 'bybit, bitget,bybit' }

const start = () => {
  const told: ReporterRemoved[] = []
  const clock = { wallMs: () => 7, monoMs: () => 0 }
  const registry = createReporterRegistry({
    store: openMemoryStore().reporters,
    exchangeIds,
    clock,
    publishEvent: (removed) => void told.push(removed),
  })
  return { registry, told }
}

test('an added reporter begins as a newcomer, and every server learns of its removal', async () => {
  const { registry, told } = start()
  const added = await registry.addReporter(wish)
  expect(added).toEqual({ ...wish, exchanges: ['bybit', 'bitget'], addedAtMs: 7, standing: newReputation })
  expect(await registry.reporters()).toEqual([added])
  await expect(registry.addReporter(wish)).rejects.toThrow(/already/)
  await registry.removeReporter('home-kyiv')
  expect(told).toEqual([{ kind: 'reporter_removed', reporter: 'home-kyiv' }])
  await expect(registry.removeReporter('home-kyiv')).rejects.toThrow(/no remote collector home-kyiv/)
})

test('names, keys and exchanges are judged at once', async () => {
  const { registry } = start()
  for (const [change, why] of [
    [{ id: 'Home Kyiv' }, /small letters/],
    [{ id: '' }, /small letters/],
    [{ publicKey: `${publicText}x` }, /public key/],
    [{ publicKey: 'p2p_something' }, /public key/],
    [{ exchanges: 'bybit,nobody' }, /no exchange nobody/],
    [{ exchanges: '' }, /no exchange/],
  ] as const)
    await expect(registry.addReporter({ ...wish, ...change })).rejects.toThrow(why)
})
