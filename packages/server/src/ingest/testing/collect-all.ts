import type { ExchangeId } from '@p2p-rates/core'
import type { PublishMarket } from '../../market/market-snapshot.js'
import type { CollectorStateStore } from '../collector-state-store.js'
import { createIngestService, type IngestPorts, type IngestSettings } from '../ingest-service.js'

export async function collectAll(
  settings: IngestSettings,
  ports: IngestPorts & { readonly store: CollectorStateStore; readonly publishMarket: PublishMarket },
) {
  const { store, publishMarket } = ports
  const room = createIngestService(settings, ports)
  const believing = await room.reviewBoards({ store, publishMarket, readings: null })
  const asking = new Map<ExchangeId, Awaited<ReturnType<typeof room.collectExchange>>>()
  for (const exchange of settings.exchanges)
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
