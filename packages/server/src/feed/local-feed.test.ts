import { describe, expect, test } from 'vitest'
import { feedContract } from './feed.contract.js'
import type { ServiceEvent } from './feed.js'
import { createLocalFeed } from './local-feed.js'
import { openJoinedFeeds } from './testing/joined-feeds.js'

describe('of one process', () => {
  feedContract(() => {
    const failures: unknown[] = []
    const feed = createLocalFeed((_, error) => failures.push(error))
    return { here: feed, there: feed, arrived: async () => {}, reported: () => failures }
  })

  test('all have acted before the teller goes on, unless one takes its time', () => {
    const heard: ServiceEvent[] = []
    const feed = createLocalFeed(() => {})
    const event = { kind: 'data_replaced' } as const
    feed.listen((one) => void heard.push(one))
    expect([feed.tell(event), heard]).toEqual([undefined, [event]])
    feed.listen(async () => {})
    expect(feed.tell(event)).toBeInstanceOf(Promise)
  })
})

describe('of two ends that exchange bytes', () => feedContract(openJoinedFeeds))
