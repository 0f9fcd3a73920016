import { sides } from '@p2p-rates/core'
import { profitableSince } from '@p2p-rates/core/internal'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openMemoryStore } from '../storage/sqlite/open-store.js'
import { createFakeTime } from '../testing/fake-time.js'
import { minutes, openIngest } from './testing/open-ingest.js'
import { openServers } from './testing/open-servers.js'
import { aFault, anHonestBoard, type Question, type Script } from './testing/scripted-exchanges.js'

const exchanges = ['okx', 'bybit', 'mexc'] as const
const trip = { buyExchange: 'okx', sellExchange: 'bybit' }

const apart: Script = (question: Question) =>
  anHonestBoard(question, { times: question.exchange === 'bybit' ? 1.02 : 1, facts: { maxFiat: 200_000 } })
const together: Script = (question: Question) => anHonestBoard(question)

const open = (store = openMemoryStore(), wallMs?: number) =>
  openIngest({ time: createFakeTime(wallMs), store: store.sources, fiats: ['UAH'], exchanges, script: apart })
type Room = Awaited<ReturnType<typeof open>>

const sinceOf = ({ latest }: Pick<Room, 'latest'>) => profitableSince(latest.snapshot('UAH')?.paying ?? [], trip, 1_000)

describe('a pair that pays', () => {
  test('has done so since its first publication, until one in which it does not', async () => {
    const room = await open()
    room.room.start()
    await room.pass(minutes(1))
    const since = sinceOf(room)
    expect(room.latest.snapshot('UAH')?.judgedAtMs).toBeGreaterThanOrEqual(since ?? Number.NaN)
    await room.pass(minutes(50))
    expect(sinceOf(room)).toBe(since)
    room.play(together)
    await room.pass(minutes(6))
    expect(sinceOf(room)).toBeNull()
    room.play(apart)
    await room.pass(minutes(6))
    expect(sinceOf(room)).toBeGreaterThan((since ?? 0) + minutes(50))
  })

  test('is no younger because an exchange was silent for twenty minutes', async () => {
    const room = await open()
    room.room.start()
    await room.pass(minutes(11))
    const since = sinceOf(room)
    room.play((question) => (question.exchange === 'bybit' ? aFault('timeout') : apart(question)))
    await room.pass(minutes(20))
    expect(room.used()).not.toContain('bybit')
    room.play(apart)
    await room.pass(minutes(9))
    expect(room.used()).toContain('bybit')
    expect([typeof since, sinceOf(room)]).toEqual(['number', since])
  })

  test.each([
    ['a moment', 1_000, true],
    ['twenty minutes', minutes(20), true],
    ['three hours', minutes(180), false],
  ] as const)('after a restart that took %s it is as old as is known', async (_, awayMs, isKnown) => {
    const store = openMemoryStore()
    onTestFinished(() => store.close())
    const first = await open(store)
    first.room.start()
    await first.pass(minutes(61))
    const since = sinceOf(first) ?? Number.NaN
    first.room.stop()
    const again = await open(store, first.clock.wallMs() + awayMs)
    again.room.start()
    await again.pass(minutes(6))
    if (isKnown) expect(sinceOf(again)).toBe(since)
    else expect(sinceOf(again)).toBeGreaterThan(since + minutes(60))
  })

  test('that ended is not taken up again by a restart', async () => {
    const store = openMemoryStore()
    onTestFinished(() => store.close())
    const first = await open(store)
    first.room.start()
    await first.pass(minutes(11))
    // The board where the trips start is not read again, but its stored pairs must still change.
    first.play((question) =>
      question.exchange === 'okx' ? aFault('timeout') : question.side === 'SELL' ? together(question) : apart(question),
    )
    await first.pass(minutes(6))
    expect(sinceOf(first)).toBeNull()
    first.room.stop()
    const memories = await store.sources.memoriesSince(0)
    expect(memories.flatMap(({ paying }) => paying)).toEqual([])
  })
})

test('the next leader continues where the previous one stopped', async () => {
  const servers = openServers({ exchanges, script: apart })
  const [one, other] = [servers.open(), servers.open({ monoMs: 7_654_321 })]
  const leader = await one.believe()
  const asking = await Promise.all(exchanges.map((exchange) => one.ask(exchange)))
  await servers.pass(minutes(11))
  const since = profitableSince(leader.market.snapshot('UAH')?.paying ?? [], trip, 1_000)
  for (const lane of asking) lane.stop()
  leader.stop()
  const next = await other.believe()
  for (const exchange of exchanges) await other.ask(exchange)
  await servers.pass(minutes(6))
  expect(typeof since).toBe('number')
  expect(profitableSince(next.market.snapshot('UAH')?.paying ?? [], trip, 1_000)).toBe(since)
})

test('every holder of a snapshot says the same, also when boards have fallen out of it', async () => {
  const room = await open()
  room.room.start()
  await room.pass(minutes(1))
  const whole = room.latest.snapshot('UAH')
  room.play(() => aFault('timeout'))
  await room.pass(minutes(9.5))
  const left = room.latest.snapshot('UAH')
  expect(left?.market.boards.length ?? 0).toBeLessThan(exchanges.length * sides.length)
  if (left !== null) expect(left.paying).toEqual(whole?.paying)
})
