import { exchangeIds, normalRules, sides } from '@p2p-rates/core'
import { offerKey } from '@p2p-rates/core/internal'
import { describe, expect, test } from 'vitest'
import { anHonestBoard } from '../ingest/testing/scripted-exchanges.js'
import { afterExpiries, expiriesOf, judgeSnapshot, type MarketSnapshot, publicationAt } from './market-snapshot.js'

const nowMs = Date.UTC(2026, 10, 21, 12)

const aSnapshot = (): MarketSnapshot => {
  const boards = exchangeIds.flatMap((exchange, place) =>
    sides.map((side, index) => {
      const askedAtMs = nowMs - 60_000 + 1_000 * (2 * place + index)
      return { board: anHonestBoard({ exchange, fiat: 'UAH', side, atMs: askedAtMs }), askedAtMs }
    }),
  )
  const unchangedMinutes = new Map(boards.flatMap(({ board }) => board.ads.map((ad) => [offerKey(ad), 90] as const)))
  return judgeSnapshot(
    {
      fiat: 'UAH',
      publication: publicationAt(nowMs),
      judgedAtMs: nowMs,
      refreshAtMs: nowMs + 300_000,
      memory: {
        previous: new Map([['okx:BUY', 41]]),
        otherFiats: new Map(),
        unchangedMinutes,
        exchangesAsked: exchangeIds.length,
      },
      boards,
      paying: [],
    },
    normalRules,
  )
}

describe('a snapshot', () => {
  test('is plain data: a copied or sent snapshot is the same', () => {
    const snapshot = aSnapshot()
    expect(structuredClone(snapshot)).toEqual(snapshot)
  })

  test('has a version at the height of the clock, as those of earlier releases had', () => {
    expect(Math.abs(aSnapshot().version - nowMs)).toBeLessThan(64)
  })

  test('becomes the same data under the same version for every holder of a copy', () => {
    const [here, there] = [aSnapshot(), structuredClone(aSnapshot())]
    for (let passed = 0; passed <= expiriesOf(here).length; passed++)
      expect(JSON.stringify(afterExpiries(there, passed, normalRules))).toBe(
        JSON.stringify(afterExpiries(here, passed, normalRules)),
      )
  })

  test('loses its boards one after the other, and its version rises with each', () => {
    const snapshot = aSnapshot()
    const fallOuts = expiriesOf(snapshot)
    const count = exchangeIds.length * sides.length
    expect(fallOuts).toHaveLength(count)
    expect(fallOuts[0]).toBe(nowMs - 60_000 + 600_001)
    const left = fallOuts.map((_, index) => afterExpiries(snapshot, index, normalRules))
    expect(left.map((one) => one?.market.boards.length)).toEqual(fallOuts.map((_, index) => count - index))
    expect(left.map((one) => one?.version)).toEqual(fallOuts.map((_, index) => snapshot.version + index))
    expect(afterExpiries(snapshot, count, normalRules)).toBeNull()
  })

  test('that lost boards stays below the next publication', () => {
    const snapshot = aSnapshot()
    expect(snapshot.version + expiriesOf(snapshot).length).toBeLessThan(snapshot.version + 64)
  })
})
