import type { Rates } from '@p2p-rates/contract'
import type { Ask } from '../api/ask.js'
import { AskError } from '../api/ask-error.js'
import type { Connection, LivePorts, LiveState } from './connection.js'

export type LiveRates = {
  readonly fiat: string | null
  readonly state: LiveState
  readonly rates: Rates | null
  readonly before: Rates | null
  readonly changedAtMs: number | null
  readonly error: AskError | null
  /** Version that rises with each price change, so that dependent queries refetch. */
  readonly version: number
}

export type Live = {
  readonly news: LiveRates
  /** Another currency; `null` when a page has none. */
  follow(fiat: string | null): void
  subscribe(told: () => void): () => void
  pause(): void
  resume(): void
  tryNow(): void
  stop(): void
}

export type LiveClock = Pick<LivePorts, 'now' | 'random' | 'later'>

export function createLive(ask: Ask, clock: LiveClock, document: Document): Live {
  const listeners = new Set<() => void>()
  let connection: Connection | null = null
  let news: LiveRates = nothing(null)

  function tell(change: Partial<LiveRates>): void {
    news = { ...news, ...change }
    for (const told of listeners) told()
  }

  function take(rates: Rates): void {
    const isNew = JSON.stringify(rates) !== JSON.stringify(news.rates)
    if (!isNew && news.error === null) return
    tell({
      rates,
      error: null,
      ...(isNew && { before: news.rates, changedAtMs: clock.now(), version: news.version + 1 }),
    })
  }

  async function poll(fiat: string, signal: AbortSignal): Promise<void> {
    try {
      take(await ask.at('GET /rates', { fiat, include: 'confidence' }, { signal, anew: true }))
    } catch (error) {
      if (!signal.aborted && error instanceof AskError && error.code !== 'offline') tell({ error })
      throw error
    }
  }

  function follow(fiat: string | null): void {
    if (fiat === news.fiat) return
    connection?.stop()
    connection = null
    const brought = fiat === null ? null : ask.preloaded('GET /rates', { fiat, include: 'confidence' })
    news = { ...nothing(fiat), rates: brought }
    tell({})
    if (fiat === null) return
    void connect(fiat)
    // The stream starts with prices if there are any. Only a request returns the reason if there are none.
    if (brought === null) poll(fiat, new AbortController().signal).catch(() => {})
  }

  async function connect(fiat: string): Promise<void> {
    try {
      const { createConnection, readRates } = await import('./listening.js')
      if (news.fiat !== fiat) return
      connection = createConnection({
        ...clock,
        listen: async (signal, heard) => readRates(await ask.open(fiat, signal), { heard, onRates: take }),
        poll: (signal) => poll(fiat, signal),
        onState: (state) => tell({ state }),
      })
      connection.start()
    } catch {
      if (news.fiat === fiat) clock.later(loadAgainMs, () => void connect(fiat))
    }
  }

  const onVisible = () => connection?.setVisible(document.visibilityState !== 'hidden')
  document.addEventListener('visibilitychange', onVisible)

  return {
    get news() {
      return news
    },
    follow,
    subscribe: (told) => {
      listeners.add(told)
      return () => listeners.delete(told)
    },
    pause: () => connection?.pause(),
    resume: () => connection?.resume(),
    tryNow: () => connection?.tryNow(),
    stop: () => {
      connection?.stop()
      document.removeEventListener('visibilitychange', onVisible)
    },
  }
}

const loadAgainMs = 5_000

const nothing = (fiat: string | null): LiveRates => ({
  fiat,
  state: { kind: 'connecting' },
  rates: null,
  before: null,
  changedAtMs: null,
  error: null,
  version: 0,
})
