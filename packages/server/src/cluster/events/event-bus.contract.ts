import { expect, onTestFinished, test } from 'vitest'
import { digestOf, makeKey, sessionDigestOf } from '../../accounts/tokens.js'
import { aSnapshot } from '../../alerts/webhooks/testing/a-snapshot.js'
import type { EventBus, ServerEvent } from './event-bus.js'

export type BusEnds = {
  readonly here: EventBus
  readonly there: EventBus
  readonly arrived: () => Promise<void>
  readonly reported: () => readonly unknown[]
  readonly close?: () => Promise<void>
}

const events: { readonly [Kind in ServerEvent['kind']]: Extract<ServerEvent, { kind: Kind }> } = {
  key_changed: { kind: 'key_changed', keyId: 'key_a', digest: digestOf(makeKey()), isLive: false },
  account_changed: { kind: 'account_changed', account: { id: 'acc_a', name: 'Ä', plan: 'Pro', createdAtMs: 1 } },
  sessions_ended: { kind: 'sessions_ended', accountId: 'acc_a', sessionId: sessionDigestOf('a') },
  snapshot: { kind: 'snapshot', fiat: 'UAH', snapshot: aFullSnapshot(), ageMs: 0.5 },
  sources: { kind: 'sources', atMs: 1, scenes: [], conditions: [], nextCycleAtMs: new Map([['UAH', 2]]), ageMs: 0.5 },
  lane: {
    kind: 'lane',
    exchange: 'okx',
    begunMonoMs: 1,
    atMonoMs: 2,
    breaker: { state: 'open', kind: 'timeout', openings: 1, notBeforeMonoMs: 3, rate: 0.5 },
    trouble: 'It took too long.',
    faults: [],
    nextCycleMonoMs: new Map([['UAH', 4]]),
    counts: [{ market: { fiat: 'UAH', side: 'BUY' }, due: 2, answered: 1 }],
    isSimulated: false,
    ageMs: 0.5,
  },
  handed_over: { kind: 'handed_over' },
  points: {
    kind: 'points',
    slotStartMs: 300_000,
    entries: [{ fiat: 'UAH', exchange: 'okx', buy: 41.3, sell: null, buyAds: 3, sellAds: 0 }],
  },
  minute: {
    kind: 'minute',
    startMs: 60_000,
    glances: [
      { exchange: 'okx', fiat: 'UAH', state: 'stale', cause: 'timeout', ageSeconds: null, due: 2, answered: 0 },
    ],
  },
  webhook_changed: { kind: 'webhook_changed', webhookId: 'wh_a', state: 'deleted' },
  reporter_removed: { kind: 'reporter_removed', reporter: 'home-kyiv' },
  data_replaced: { kind: 'data_replaced' },
}

function aFullSnapshot() {
  const snapshot = aSnapshot({ buy: 41.3, sell: 41.1 })
  const memory = { previous: new Map([['okx BUY', 41.2]]), otherFiats: new Map([['EUR', 0.91]]), exchangesAsked: 6 }
  return { ...snapshot, staleAtMs: new Map([['okx BUY', 600_000]]), memory }
}

function withFixedAge(event: ServerEvent): ServerEvent {
  if (!('ageMs' in event)) return event
  expect(event.ageMs).toBeGreaterThanOrEqual(events.snapshot.ageMs)
  return { ...event, ageMs: events.snapshot.ageMs }
}

const webhook = (webhookId: string): ServerEvent => ({ kind: 'webhook_changed', webhookId, state: 'enabled' })
const nameOf = (event: ServerEvent): string => (event.kind === 'webhook_changed' ? event.webhookId : event.kind)

export const eventBusContract = (open: () => BusEnds | Promise<BusEnds>) => {
  const start = async () => {
    const ends = await open()
    onTestFinished(async () => ends.close?.())
    const heard: { readonly here: ServerEvent[]; readonly there: ServerEvent[] } = { here: [], there: [] }
    ends.here.listen((event) => void heard.here.push(event))
    ends.there.listen((event) => void heard.there.push(event))
    return { ...ends, heard, names: () => ({ here: heard.here.map(nameOf), there: heard.there.map(nameOf) }) }
  }

  test.each(Object.values(events))('every server receives $kind, with all its fields', async (event) => {
    const { here, arrived, heard } = await start()
    await here.publishEvent(event)
    expect(heard.here.map(withFixedAge)).toEqual([event])
    await arrived()
    expect(heard.there.map(withFixedAge)).toEqual([event])
  })

  test('a listener at the end of the sender has acted when sending is over, however long it takes', async () => {
    const { here } = await start()
    const acted: string[] = []
    for (const turns of [5, 0, 2])
      here.listen(async () => {
        for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
        acted.push(`after ${turns}`)
      })
    await here.publishEvent(webhook('wh_a'))
    expect(acted).toEqual(['after 0', 'after 2', 'after 5'])
  })

  test('events of one sender arrive in order everywhere, including events of a listener', async () => {
    const { here, there, arrived, names } = await start()
    const late: string[] = []
    const inOrder: string[] = []
    const answered: Promise<void>[] = []
    const say = (name: string) => {
      inOrder.push(name)
      return here.publishEvent(webhook(name))
    }
    const cancel = here.listen((event) => {
      if (nameOf(event) === '1') answered.push(Promise.resolve(say('2')))
    })
    here.listen((event) => void late.push(nameOf(event)))
    await Promise.all([say('0'), say('1'), say('3')])
    await Promise.all(answered)
    cancel()
    for (let count = 0; count < 50; count++) {
      void here.publishEvent(webhook(`here ${count}`))
      void there.publishEvent(webhook(`there ${count}`))
    }
    await arrived()
    const numbered = (sender: string) => Array.from({ length: 50 }, (_, count) => `${sender} ${count}`)
    expect(late.slice(0, 4)).toEqual(inOrder)
    for (const end of [names().here, names().there]) {
      expect(end.filter((name) => /^\d/.test(name))).toEqual(inOrder)
      for (const sender of ['here', 'there'])
        expect(end.filter((name) => name.startsWith(`${sender} `))).toEqual(numbered(sender))
    }
  })

  test('a failing listener is reported and stops neither the sender nor other listeners', async () => {
    const { here, there, arrived, reported } = await start()
    const acted: string[] = []
    for (const [name, end] of Object.entries({ here, there })) {
      end.listen(() => {
        throw new Error(`${name} at once`)
      })
      end.listen(() => Promise.reject(new Error(`${name} later`)))
      end.listen(async () => void acted.push(name))
    }
    await here.publishEvent(events.data_replaced)
    await here.publishEvent(events.key_changed)
    await arrived()
    expect(acted.toSorted()).toEqual(['here', 'here', 'there', 'there'])
    expect(reported().map(String).toSorted()).toEqual(
      ['here at once', 'here later', 'there at once', 'there later'].flatMap((what) => [
        `Error: ${what}`,
        `Error: ${what}`,
      ]),
    )
  })

  test('a cancelled listener gets nothing more, also in the middle of an event; other listeners do', async () => {
    const { here, arrived, names } = await start()
    const heard: string[] = []
    const cancels: (() => void)[] = []
    here.listen(() => {
      for (const cancel of cancels) cancel()
    })
    cancels.push(here.listen((event) => void heard.push(nameOf(event))))
    await here.publishEvent(webhook('a'))
    await here.publishEvent(webhook('b'))
    await arrived()
    expect([heard, names()]).toEqual([[], { here: ['a', 'b'], there: ['a', 'b'] }])
  })

  test('a listener gets events from then on, twice when it listens twice', async () => {
    const { here, arrived } = await start()
    const heard: string[] = []
    const listener = (event: ServerEvent) => void heard.push(nameOf(event))
    const cancelFirst = here.listen(() => {
      cancelFirst()
      here.listen(listener)
      here.listen(listener)
    })
    await here.publishEvent(webhook('a'))
    await here.publishEvent(webhook('b'))
    await arrived()
    expect(heard).toEqual(['b', 'b'])
  })
}
