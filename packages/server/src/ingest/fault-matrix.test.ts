import { exchangeIds, type FaultKind } from '@p2p-rates/core'
import { describe, expect, test } from 'vitest'
import { minutes, onlyFor, openIngest } from './testing/open-ingest.js'
import { aFault, anHonestBoard } from './testing/scripted-exchanges.js'

const others = exchangeIds.filter((id) => id !== 'bybit')

const secondsToRecover = async (room: Awaited<ReturnType<typeof openIngest>>, mostSeconds: number) => {
  const healedAtMs = room.clock.wallMs()
  room.play((question) => anHonestBoard(question))
  for (let second = 0; second <= mostSeconds; second++) {
    const newest = room.source('bybit').observedAtMs ?? 0
    if (newest >= healedAtMs) return second
    await room.pass(1_000)
  }
  return Number.POSITIVE_INFINITY
}

/** One fault of each kind of pause. `proofs/faults` plays all of them. */
describe.each<[FaultKind, number]>([
  ['timeout', 90],
  ['blocked', 3_610],
  ['rate_limited', 960],
  ['no_market', 310],
])('an exchange whose every answer is %s', (kind, bound) => {
  test('leaves the answers after 600 s and is back in time', async () => {
    const room = await openIngest()
    room.room.start()
    await room.pass(minutes(5))
    expect(room.used()).toEqual(exchangeIds)
    room.play(onlyFor('bybit', () => aFault(kind)))
    await room.pass(minutes(9))
    expect(room.used()).toEqual(exchangeIds)
    await room.pass(minutes(4))
    expect(room.used()).toEqual(others)
    expect(room.source('bybit').state).toBe(
      kind === 'blocked' ? 'blocked' : kind === 'no_market' ? 'unsupported' : 'stale',
    )
    await room.pass(minutes(100))
    expect(await secondsToRecover(room, bound)).toBeLessThanOrEqual(bound)
    await room.pass(60_000)
    expect(room.used()).toEqual(exchangeIds)
    expect(room.source('bybit').state).toBe('live')
  })

  test('changes nothing for the rest: they get the same requests at the same instants', async () => {
    const [calm, troubled] = [await openIngest(), await openIngest({ script: onlyFor('bybit', () => aFault(kind)) })]
    for (const room of [calm, troubled]) {
      room.room.start()
      await room.pass(minutes(60))
    }
    const ofOthers = ({ asked }: typeof calm) => asked.filter(({ exchange }) => exchange !== 'bybit')
    expect(ofOthers(troubled)).toEqual(ofOthers(calm))
  })
})
