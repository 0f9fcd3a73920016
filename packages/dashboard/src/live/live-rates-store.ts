import type { Rates } from '@p2p-rates/contract'
import type { ApiClient } from '../api/api-client.js'
import { ApiError } from '../api/api-error.js'
import type { ConnectionPorts, LiveConnection, LiveState } from './stream-or-poll-connection.js'

export type LiveRates = {
  readonly fiat: string | null
  readonly state: LiveState
  readonly rates: Rates | null
  readonly before: Rates | null
  readonly changedAtMs: number | null
  readonly error: ApiError | null
  /** Version that rises with each price change, so that dependent queries refetch. */
  readonly version: number
}

export type LiveRatesStore = {
  readonly current: LiveRates
  /** Another currency; `null` when a page has none. */
  setFiat(fiat: string | null): void
  subscribe(told: () => void): () => void
  pause(): void
  resume(): void
  reconnectNow(): void
  stopUpdates(): void
}

export type LiveClock = Pick<ConnectionPorts, 'now' | 'random' | 'after'>

export function createLiveRatesStore(api: ApiClient, clock: LiveClock, document: Document): LiveRatesStore {
  const listeners = new Set<() => void>()
  let connection: LiveConnection | null = null
  let followed = new AbortController()
  let current: LiveRates = noRates(null)

  function update(change: Partial<LiveRates>): void {
    current = { ...current, ...change }
    for (const listener of listeners) listener()
  }

  function setRates(rates: Rates): void {
    const isNew = JSON.stringify(rates) !== JSON.stringify(current.rates)
    if (!isNew && current.error === null) return
    update({
      rates,
      error: null,
      ...(isNew && { before: current.rates, changedAtMs: clock.now(), version: current.version + 1 }),
    })
  }

  async function poll(fiat: string, signal: AbortSignal): Promise<void> {
    try {
      const rates = await api.request('GET /rates', { fiat, include: 'confidence' }, { signal, revalidate: true })
      if (!signal.aborted) setRates(rates)
    } catch (error) {
      if (!signal.aborted && error instanceof ApiError && error.code !== 'offline') update({ error })
      throw error
    }
  }

  function setFiat(fiat: string | null): void {
    if (fiat === current.fiat) return
    connection?.disconnect()
    connection = null
    followed.abort()
    followed = new AbortController()
    const preloadedRates = fiat === null ? null : api.preloaded('GET /rates', { fiat, include: 'confidence' })
    current = { ...noRates(fiat), rates: preloadedRates }
    update({})
    if (fiat === null) return
    void connect(fiat, followed.signal)
    // The stream starts with prices if there are any. Only a request returns the reason if there are none.
    if (preloadedRates === null) poll(fiat, followed.signal).catch(() => {})
  }

  async function connect(fiat: string, followed: AbortSignal): Promise<void> {
    try {
      const { createLiveConnection, readRatesStream } = await import('./stream-or-poll-connection.js')
      if (followed.aborted) return
      connection = createLiveConnection({
        ...clock,
        readStream: async (signal, onActivity) =>
          readRatesStream(await api.openRateStream(fiat, signal), {
            onActivity,
            // The stream has the prices of a usual caller. Other callers take each event as a hint to ask.
            onRates: api.aboutMe() === '' ? setRates : () => void poll(fiat, followed).catch(() => {}),
          }),
        poll: (signal) => poll(fiat, signal),
        onState: (state) => update({ state }),
      })
      connection.start()
    } catch {
      if (!followed.aborted) clock.after(reloadDelayMs, () => void connect(fiat, followed))
    }
  }

  const onVisible = () => connection?.setVisible(document.visibilityState !== 'hidden')
  document.addEventListener('visibilitychange', onVisible)

  return {
    get current() {
      return current
    },
    setFiat,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    pause: () => connection?.pause(),
    resume: () => connection?.resume(),
    reconnectNow: () => connection?.reconnectNow(),
    stopUpdates: () => {
      connection?.disconnect()
      document.removeEventListener('visibilitychange', onVisible)
    },
  }
}

const reloadDelayMs = 5_000

const noRates = (fiat: string | null): LiveRates => ({
  fiat,
  state: { kind: 'connecting' },
  rates: null,
  before: null,
  changedAtMs: null,
  error: null,
  version: 0,
})
