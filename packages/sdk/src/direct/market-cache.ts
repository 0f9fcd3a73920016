import { judgeMarket, type MarketRates, rates, type TrustedMarket } from '@p2p-rates/core'
import type { ExchangeClient, MarketReading } from '@p2p-rates/core/node'
import type { ClockPorts } from './clock-ports.js'

export type Snapshot = {
  readonly fiat: string
  readonly readAtMs: number
  readonly market: TrustedMarket
  readonly rates: MarketRates
  readonly outcomes: MarketReading['outcomes']
  readonly simulated: boolean
}

export interface MarketCache {
  /** Asks the exchanges unless they were asked a moment ago. Callers that come meanwhile share the answer. */
  read(fiat: string): Promise<Snapshot>
  known(): readonly string[]
}

type MarketOutcome = MarketReading['outcomes'][number]

export const isSimulated = ({ reading }: MarketOutcome): boolean =>
  reading.state === 'read' && reading.simulated === true

type Parts = { client: ExchangeClient; cacheMs: number; maxWaitMs?: number | undefined; ports: ClockPorts }

export function createMarketCache({ client, cacheMs, maxWaitMs, ports }: Parts): MarketCache {
  const newest = new Map<string, Snapshot>()
  const inFlight = new Map<string, Promise<Snapshot>>()

  async function withinMaxWait<T>(question: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const waiting = new AbortController()
    const answered = new AbortController()
    if (maxWaitMs !== undefined) void ports.sleep(maxWaitMs, answered.signal).then(() => waiting.abort())
    return question(waiting.signal).finally(() => answered.abort())
  }

  async function fetchSnapshot(fiat: string): Promise<Snapshot> {
    const { boards, outcomes } = await withinMaxWait((signal) => client.fetchMarket(fiat, { signal }))
    const market = judgeMarket(fiat, boards, { exchangesAsked: new Set(outcomes.map(({ exchange }) => exchange)).size })
    const simulated = outcomes.some(isSimulated)
    const snapshot = { fiat, readAtMs: ports.now(), market, rates: rates(market), outcomes, simulated }
    newest.set(fiat, snapshot)
    return snapshot
  }

  /** A market without any answer is asked again at once: our own connection may have failed. */
  const isFresh = ({ readAtMs, market }: Snapshot) => ports.now() - readAtMs < cacheMs && market.boards.length > 0

  return {
    async read(fiat) {
      const snapshot = newest.get(fiat)
      if (snapshot !== undefined && isFresh(snapshot)) return snapshot
      const reading = inFlight.get(fiat) ?? fetchSnapshot(fiat).finally(() => inFlight.delete(fiat))
      inFlight.set(fiat, reading)
      return reading
    },
    known: () => [...newest.keys()],
  }
}
