import { type ExchangeId, type Fiat, judgeMarket, rates, type Side } from '@p2p-rates/core'
import { offerKey, type PublishedMarket } from '@p2p-rates/core/internal'
import { createExchangeClient } from '@p2p-rates/core/node'
import { type Simulator, startSimulator } from '@p2p-rates/simulator'
import { centresOf } from '../truth/our-method.js'

export type Offer = ReturnType<Simulator['world']['board']>[number]
type Place = { readonly exchange: ExchangeId; readonly fiat: Fiat; readonly side: Side }

export type WatchedWorld = Awaited<ReturnType<typeof watchWorld>>

/** Reads simulated exchanges over their wire at a clock that is moved by hand, and asks their world for the truth. */
export async function watchWorld(seed: number) {
  let atMs = Date.UTC(2026, 10, 23, 8)
  const now = () => atMs
  const simulator = await startSimulator({ seed, now, stepMs: 1_000 })
  const pace = { minIntervalMs: 0 }
  const client = createExchangeClient({ baseUrls: simulator.baseUrls, pace, ports: { now } })
  const exchanges = Object.keys(simulator.baseUrls)
  const since = new Map<string, number>()
  const previous = new Map<Fiat, ReadonlyMap<string, number>>()

  async function readMarket(fiat: Fiat): Promise<PublishedMarket> {
    const { boards } = await client.fetchMarket(fiat)
    const unchangedMinutes = new Map<string, number>()
    for (const key of boards.flatMap(({ ads }) => ads.map(offerKey))) {
      const firstMs = since.get(key) ?? atMs
      since.set(key, firstMs)
      if (firstMs < atMs) unchangedMinutes.set(key, (atMs - firstMs) / 60_000)
    }
    const memory = { previous: previous.get(fiat) ?? new Map(), unchangedMinutes, exchangesAsked: exchanges.length }
    const market = judgeMarket(fiat, boards, memory)
    previous.set(fiat, centresOf(market))
    return { market, rates: rates(market), judgedAtMs: atMs }
  }

  return {
    exchanges,
    now,
    advance: (ms: number): void => {
      atMs += ms
    },
    readMarket,
    offersAt: (place: Place, ms: number): readonly Offer[] => simulator.world.board(place, ms),
    block: (exchange: ExchangeId) => simulator.fault(exchange, { kind: 'blocked' }),
    close: async (): Promise<void> => {
      await client.close()
      await simulator.close()
    },
  }
}
