import { exchanges } from '@p2p-rates/core'

/** The core's list. The build writes it out as text, so that names are shown before code that reads exchanges is loaded. */
export const listedExchanges = exchanges.map(({ id, name }) => ({ id, name }))
