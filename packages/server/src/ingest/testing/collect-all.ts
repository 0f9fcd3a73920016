import type { ExchangeId } from '@p2p-rates/core'
import { type CollectingPorts, type CollectingSettings, createIngestService } from '../ingest-service.js'
import type { PublishMarket } from '../publisher.js'
import type { SourceStore } from '../source-store.js'

export async function collectAll(
  settings: CollectingSettings,
  ports: CollectingPorts & { readonly store: SourceStore; readonly publishMarket: PublishMarket },
) {
  const { store, publishMarket } = ports
  const room = createIngestService(settings, ports)
  const believing = await room.believe({ store, publishMarket, readings: null })
  const asking = new Map<ExchangeId, Awaited<ReturnType<typeof room.ask>>>()
  for (const exchange of settings.exchanges) asking.set(exchange, await room.ask(exchange, { store, peers: null }))
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
