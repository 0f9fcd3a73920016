import { exchanges } from '@p2p-rates/core'

/** The core's list. The build writes it out, so that names are shown without loading the exchanges. */
export const listedExchanges = exchanges.map(({ id, name }) => ({ id, name }))
