import { expect, test } from 'vitest'
import type { LiveRates } from './live-rates-store.js'
import { onReconnect } from './on-reconnect.js'
import type { LiveState } from './stream-or-poll-connection.js'

test('acts once each time the server answers again', () => {
  const news = { state: { kind: 'connecting' } } as { state: LiveState }
  let tell = () => {}
  let acted = 0
  const subscribe = (told: () => void) => {
    tell = told
    return () => {}
  }
  onReconnect({ current: news as LiveRates, subscribe }, () => {
    acted += 1
  })
  const gone = { sinceMs: 0, nextAtMs: 1 }
  for (const [state, count] of [
    [{ kind: 'connecting' }, 0],
    [{ kind: 'live' }, 1],
    [{ kind: 'live' }, 1],
    [{ kind: 'reconnecting', ...gone }, 1],
    [{ kind: 'offline', ...gone }, 1],
    [{ kind: 'polling' }, 2],
    [{ kind: 'live' }, 2],
  ] as const) {
    news.state = state
    tell()
    expect([state.kind, acted]).toEqual([state.kind, count])
  }
})
