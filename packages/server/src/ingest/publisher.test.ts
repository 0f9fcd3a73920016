import { exchangeIds, type Fiat, normalRules } from '@p2p-rates/core'
import { offerKey } from '@p2p-rates/core/internal'
import { describe, expect, test } from 'vitest'
import { StorageUnavailableError } from '../base/errors/storage-errors.js'
import type { MarketSnapshot } from '../market/market-snapshot.js'
import { createShownMarkets } from '../market/shown-markets.js'
import { createFakeTime } from '../testing/fake-time.js'
import { createAdAges } from './ad-ages.js'
import type { CollectorStateStore } from './collector-state-store.js'
import { createCurrentBoards } from './current-boards.js'
import type { MarketEvent } from './market-log.js'
import { createProfitablePairs } from './profitable-pairs.js'
import { createPublisher, publish, publishAgain } from './publisher.js'
import { createMemorySourceStore } from './testing/memory-source-store.js'
import { publishHere } from './testing/publish-here.js'
import { anHonestBoard, type BoardShape } from './testing/scripted-exchanges.js'

const frontRecord = { high: { cases: 200, held: 150 } }

const start = (
  record: (snapshot: MarketSnapshot) => Promise<void> = async () => {},
  store: CollectorStateStore = createMemorySourceStore(),
  time = createFakeTime(),
) => {
  const events: MarketEvent[] = []
  const report = (event: MarketEvent) => void events.push(event)
  const heard: MarketSnapshot[] = []
  const bugs: unknown[] = []
  const adAges = createAdAges()
  const currentBoards = createCurrentBoards(exchangeIds)
  const shown = createShownMarkets({ ...time, rules: normalRules, reportBug: (error) => bugs.push(error) })
  const opened = createPublisher({
    context: {
      plan: { fiats: ['UAH'], exchanges: exchangeIds, cycleMsOf: () => 300_000 },
      rules: normalRules,
      time,
      shown,
      frontRecord: () => frontRecord,
      report,
    },
    store,
    currentBoards,
    adAges,
    paying: createProfitablePairs({ clock: time.clock, published: () => undefined }),
    publishMarket: publishHere({ shown, record, report, clock: time.clock }),
    refreshAtMonoMs: () => time.clock.monoMs() + 300_000,
  })
  const publisher = {
    publish: (fiat: Fiat) => publish(opened, fiat),
    publishAgain: (fiats: readonly Fiat[]) => publishAgain(opened, fiats),
  }
  shown.subscribe((snapshot) => heard.push(snapshot))
  const put = (exchange: string, side: 'BUY' | 'SELL' = 'BUY', shape: BoardShape = {}) => {
    const board = anHonestBoard({ exchange, fiat: 'UAH', side, atMs: time.clock.wallMs() }, shape)
    currentBoards.put(board, time.clock.monoMs())
    adAges.recordBoard(board, time.clock.monoMs())
  }
  const used = () => shown.snapshot('UAH')?.market.boards.map(({ exchange }) => exchange) ?? []
  return { ...time, held: currentBoards, shown, publisher, events, heard, bugs, put, used }
}

describe('published data', () => {
  test('is nothing before the first publication', () => {
    const { shown, put } = start()
    put('okx')
    expect(shown.snapshot('UAH')).toBeNull()
  })

  test('is 600 seconds old and not a moment more, and the rest is judged without it', async () => {
    const { shown, publisher, put, used, pass, heard } = start()
    put('okx')
    await pass(100_000)
    put('bybit', 'BUY', { times: 1.001 })
    await publisher.publish('UAH')
    await pass(500_000)
    expect(used()).toEqual(['bybit', 'okx'])
    await pass(1)
    expect(used()).toEqual(['bybit'])
    expect(shown.snapshot('UAH')?.rates.exchanges.map(({ exchange }) => exchange)).toEqual(['bybit'])
    await pass(100_000)
    expect(shown.snapshot('UAH')).toBeNull()
    expect(heard.map(({ market }) => market.boards.length)).toEqual([2, 1])
  })

  test('turns stale by the moment it is asked for, although no timer has fired', async () => {
    const { publisher, put, clock, used } = start()
    put('okx')
    await publisher.publish('UAH')
    clock.advance(600_001)
    expect(used()).toEqual([])
  })

  test.each([-3_600_000, 3_600_000])('does not age with a wall clock that is set by %i ms', async (step) => {
    const { publisher, put, clock, pass, used } = start()
    put('okx')
    await publisher.publish('UAH')
    clock.setWall(clock.wallMs() + step)
    await pass(599_000)
    expect(used()).toEqual(['okx'])
    await pass(1_001)
    expect(used()).toEqual([])
  })

  test('is without an exchange that was taken back', async () => {
    const { held, publisher, put, used } = start()
    put('okx')
    put('bybit')
    await publisher.publish('UAH')
    held.remove({ exchange: 'okx', fiat: 'UAH', side: 'BUY' })
    await publisher.publish('UAH')
    expect(used()).toEqual(['bybit'])
  })

  test('says when its newest observation was received', async () => {
    const { shown, publisher, put, pass, clock } = start()
    put('okx')
    await pass(60_000)
    put('bybit')
    const updatedAtMs = clock.wallMs()
    await pass(60_000)
    await publisher.publish('UAH')
    expect(shown.snapshot('UAH')?.updatedAtMs).toBe(updatedAtMs)
    // The second page of a board comes after its first.
    put('mexc', 'BUY', { facts: { observedAtMs: updatedAtMs + 62_500 } })
    await publisher.publish('UAH')
    expect(shown.snapshot('UAH')?.updatedAtMs).toBe(updatedAtMs + 62_500)
    expect(shown.snapshot('UAH')?.rates.updatedAtMs).toBe(updatedAtMs + 62_500)
  })
})

describe('versions', () => {
  test('rise with every change and say something once', async () => {
    const { shown, publisher, put, pass, heard, used } = start()
    for (let round = 0; round < 5; round++) {
      put('okx')
      put('bybit')
      await publisher.publish('UAH')
      expect(shown.snapshot('UAH')?.version).toBe(heard.at(-1)?.version)
      await pass(60_000)
    }
    await pass(600_000)
    expect(used()).toEqual([])
    const versions = heard.map(({ version }) => version)
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
  })

  test.each([-86_400_000, 0, 1_000])(
    'of a later start are above those before, with a clock set by %i ms',
    async (step) => {
      const store = createMemorySourceStore()
      const early = start(async () => {}, store)
      early.put('okx')
      await early.publisher.publish('UAH')
      await early.publisher.publish('UAH')
      const late = start(async () => {}, store, createFakeTime(early.clock.wallMs() + step))
      late.put('okx')
      await late.publisher.publishAgain(['UAH'])
      const before = early.shown.snapshot('UAH')?.version ?? Number.POSITIVE_INFINITY
      expect(late.shown.snapshot('UAH')?.version).toBeGreaterThan(before)
    },
  )

  test('of two who publish over one store never meet, also after boards fell out of one of them', async () => {
    const store = createMemorySourceStore()
    const [one, other] = [start(async () => {}, store), start(async () => {}, store)]
    for (const { put, publisher, pass } of [one, other, one, other]) {
      put('okx')
      await pass(1_000)
      put('bybit')
      await publisher.publish('UAH')
      await pass(599_500)
    }
    const versions = [...one.heard, ...other.heard].map(({ version }) => version)
    expect(versions).toHaveLength(8)
    expect(new Set(versions).size).toBe(8)
  })

  test('go on rising while the disk refuses', async () => {
    const store = { ...createMemorySourceStore(), nextPublications: () => Promise.reject(new Error('full')) }
    const room = start(async () => {}, store)
    for (let round = 0; round < 3; round++) {
      room.put('okx')
      await room.publisher.publish('UAH')
    }
    const versions = room.heard.map(({ version }) => version)
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
    expect([versions.length, room.events.filter(({ kind }) => kind === 'not_recorded').length]).toEqual([3, 3])
  })
})

describe('on record first', () => {
  test('no reader gets a snapshot before its prices would survive a power cut', async () => {
    let written = () => {}
    let ask = () => {}
    const asked = new Promise<void>((resolve) => {
      ask = resolve
    })
    const { shown, publisher, put, heard } = start(() => {
      ask()
      return new Promise((resolve) => {
        written = resolve
      })
    })
    put('okx')
    const publishing = publisher.publish('UAH')
    await asked
    expect([shown.snapshot('UAH'), heard]).toEqual([null, []])
    written()
    await publishing
    expect(heard).toHaveLength(1)
  })

  test('a full disk costs the history and not the present', async () => {
    const full = new StorageUnavailableError('full')
    const { publisher, put, heard, events, used } = start(() => Promise.reject(full))
    put('okx')
    await publisher.publish('UAH')
    expect(used()).toEqual(['okx'])
    expect(heard).toHaveLength(1)
    expect(events).toContainEqual({ kind: 'not_recorded', fiat: 'UAH', error: full })
  })

  test('what leaves by age alone is not recorded again', async () => {
    let records = 0
    const { shown, publisher, put, pass } = start(async () => void records++)
    put('okx')
    await pass(1_000)
    put('bybit')
    await publisher.publish('UAH')
    await pass(599_500)
    expect([records, shown.snapshot('UAH')?.market.boards.length]).toEqual([1, 1])
  })
})

test('a throwing listener does not stop other listeners', async () => {
  const { shown, publisher, put, heard, bugs } = start()
  const again: number[] = []
  shown.subscribe(() => {
    throw new Error('a bug')
  })
  const leave = shown.subscribe(({ version }) => again.push(version))
  put('okx')
  await publisher.publish('UAH')
  leave()
  put('okx')
  await publisher.publish('UAH')
  expect([heard.length, again.length]).toEqual([2, 1])
  expect(bugs).toHaveLength(2)
})

describe('judging remembers', () => {
  test('where the own ads of the previous board of the same exchange stood, for 30 minutes', async () => {
    const { shown, publisher, put, pass } = start()
    put('okx')
    await publisher.publish('UAH')
    const first = shown.snapshot('UAH')?.market.boards[0]?.ownCentre
    await pass(300_000)
    put('okx', 'BUY', { times: 1.01 })
    await publisher.publish('UAH')
    expect(shown.snapshot('UAH')?.memory.previous?.get('okx:BUY')).toEqual(first)
    // Publishing the same boards again is no new cycle.
    await publisher.publish('UAH')
    expect(shown.snapshot('UAH')?.memory.previous?.get('okx:BUY')).toEqual(first)
    await pass(31 * 60_000)
    put('okx')
    await publisher.publish('UAH')
    expect(shown.snapshot('UAH')?.memory.previous?.size).toBe(0)
  })

  test('returns how often best prices were still there, unchanged for all servers', async () => {
    const { publisher, put } = start()
    put('okx')
    const snapshot = await publisher.publish('UAH')
    expect(snapshot?.memory.frontRecord).toEqual(frontRecord)
    expect(snapshot?.market.frontRecord).toEqual(frontRecord)
  })

  test('returns the age of an ad, unchanged for the life of the snapshot', async () => {
    const { publisher, put, pass } = start()
    put('okx', 'BUY', { facts: { price: 41, minFiat: 100, maxFiat: 5_000 } })
    await publisher.publish('UAH')
    await pass(120_000)
    put('okx', 'BUY', { facts: { price: 41, minFiat: 100, maxFiat: 5_000 } })
    const snapshot = await publisher.publish('UAH')
    const ad = snapshot?.market.boards[0]?.ads[0]?.ad
    if (ad === undefined) throw new Error('The board has ads.')
    expect(snapshot?.memory.unchangedMinutes?.get(offerKey(ad))).toBe(2)
    await pass(120_000)
    expect(snapshot?.memory.unchangedMinutes?.get(offerKey(ad))).toBe(2)
  })
})
