import type { ExchangeId } from '@p2p-rates/core'
import type { PublishMarket } from '../../market/market-snapshot.js'
import type { CollectorStateStore } from '../collector-state-store.js'
import type { IngestContext } from '../ingest-context.js'
import { createIngestService } from '../ingest-service.js'

export async function collectAll(
  context: IngestContext,
  ports: { readonly store: CollectorStateStore; readonly publishMarket: PublishMarket },
) {
  const { store, publishMarket } = ports
  const room = createIngestService(context)
  const believing = await room.reviewBoards({ store, publishMarket, readings: null })
  const asking = new Map<ExchangeId, Awaited<ReturnType<typeof room.collectExchange>>>()
  for (const exchange of context.plan.exchanges)
    asking.set(exchange, await room.collectExchange(exchange, { store, peers: null }))
  return {
    ...believing,
    start: () => {
      for (const one of asking.values()) one.start()
    },
    stop: () => {
      for (const one of asking.values()) one.stop()
      believing.stop()
    },
  }
}
