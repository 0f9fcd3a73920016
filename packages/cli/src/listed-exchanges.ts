import { everyExchange, exchanges } from '@p2p-rates/core'

/** The core's list. The build writes it out, so that names are shown without loading the exchanges. */
export const listedExchanges = exchanges.map(({ id, name }) => ({ id, name }))

/** Ids of exchanges that are read only if the user names them, such as HTX. */
export const readIfNamed: readonly string[] = everyExchange
  .filter((exchange) => !exchanges.includes(exchange))
  .map(({ id }) => id)
