import { expect, test } from 'vitest'
import type { OpenTwo } from '../../testing/either-of.js'
import { afterAgreement, type ReporterStore } from './reporter.js'
import { aReporter } from './testing/a-reporter.js'

export const reporterStoreContract = (open: () => Promise<ReporterStore>) => {
  test('gives back every reporter as it was written, by name', async () => {
    const store = await open()
    const proven = aReporter({ id: 'office', exchanges: ['okx'], standing: { agreements: 70, contradictions: 1 } })
    expect(await store.add(proven)).toBe(true)
    expect(await store.add(aReporter())).toBe(true)
    expect(await store.list()).toEqual([aReporter(), proven])
    expect(await store.find('office')).toEqual(proven)
    expect(await store.find('nobody')).toBeNull()
  })

  test('a name is taken once, and is free again when its reporter is removed', async () => {
    const store = await open()
    await store.add(aReporter())
    expect(await store.add(aReporter({ publicKey: 'another' }))).toBe(false)
    expect(await store.find('home-kyiv')).toEqual(aReporter())
    expect(await store.remove('home-kyiv')).toBe(true)
    expect(await store.remove('home-kyiv')).toBe(false)
    expect(await store.find('home-kyiv')).toBeNull()
    expect(await store.add(aReporter({ addedAtMs: 2 }))).toBe(true)
    expect(await store.list()).toEqual([aReporter({ addedAtMs: 2 })])
  })

  test('changes nothing where there is nothing, or where the decision fails', async () => {
    const store = await open()
    expect(await store.change('home-kyiv', (now) => now)).toBeNull()
    await store.add(aReporter())
    const fails = () => {
      throw new Error('refused')
    }
    await expect(store.change('home-kyiv', fails)).rejects.toThrow('refused')
    expect(await store.find('home-kyiv')).toEqual(aReporter())
  })
}

export const reporterStoreRaces = (openTwo: OpenTwo<ReporterStore>) => {
  test('of all who take a name at once one gets it, and no agreement is lost', async () => {
    const both = await openTwo()
    const either = (at: number) => both[at % 2] ?? both[0]
    const made = await Promise.all(Array.from({ length: 10 }, (_, at) => either(at).add(aReporter({ addedAtMs: at }))))
    expect(made.filter(Boolean)).toHaveLength(1)
    const agree = (at: number) =>
      either(at).change('home-kyiv', (now) => ({ ...now, standing: afterAgreement(now.standing) }))
    await Promise.all(Array.from({ length: 20 }, (_, at) => agree(at)))
    expect((await both[0].find('home-kyiv'))?.standing.agreements).toBe(20)
  })
}
