import { market } from './market.js'
import { quote } from './quote.js'

/** Texts of the start page in one file, to save a request. */
export const prices = { ...market, ...quote }
