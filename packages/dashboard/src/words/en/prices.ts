import { market } from './market.js'
import { quote } from './quote.js'

/** What the start page needs: one file, so that nothing waits for a third one. */
export const prices = { ...market, ...quote }
