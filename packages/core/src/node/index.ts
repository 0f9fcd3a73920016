export type { Ports } from './clock-and-random-ports.js'
export {
  createExchangeClient,
  type ExchangeClient,
  type ExchangeClientOptions,
  type FetchOptions,
} from './exchange-client.js'
export type { BookReading } from './fetch-book.js'
export type { MarketReading } from './fetch-market.js'
export { ExchangeModuleError, loadExchanges } from './load-exchange.js'
export type { PaceRules } from './pace.js'
export { createPageReader, type PageReader, type RawPage, type WantedPage } from './page-reader.js'
export { privateFileDefect } from './private-file.js'
export { type RemoteFetcher, type RemoteRequest, requestHashOf } from './remote-request.js'
export { isSafeForKeys } from './safe-for-keys.js'
export {
  createNetworkClient,
  createOfficialClient,
  createSpotClient,
  type NetworkClient,
  type NetworkClientOptions,
  type OfficialClient,
  type OfficialClientOptions,
  type SpotClient,
} from './source-clients.js'
export type { TransportLimits } from './transport-limits.js'
