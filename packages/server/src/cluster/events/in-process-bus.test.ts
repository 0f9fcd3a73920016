import { describe, expect, test } from 'vitest'
import { eventBusContract } from './event-bus.contract.js'
import { createInProcessBus, type ServerEvent } from './event-bus.js'
import { openJoinedBuses } from './testing/joined-buses.js'

describe('of one process', () => {
  eventBusContract(() => {
    const failures: unknown[] = []
    const feed = createInProcessBus((_, error) => failures.push(error))
    return { here: feed, there: feed, arrived: async () => {}, reported: () => failures }
  })

  test('all have acted before the teller goes on, unless one takes its time', () => {
    const heard: ServerEvent[] = []
    const feed = createInProcessBus(() => {})
    const event = { kind: 'data_replaced' } as const
    feed.listen((one) => void heard.push(one))
    expect([feed.publishEvent(event), heard]).toEqual([undefined, [event]])
    feed.listen(async () => {})
    expect(feed.publishEvent(event)).toBeInstanceOf(Promise)
  })
})

describe('of two ends that exchange bytes', () => eventBusContract(openJoinedBuses))
