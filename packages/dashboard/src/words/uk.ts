import { ads, answers } from '@p2p-rates/contract/words/uk'
import type { Dictionary } from './dictionary.js'
import { account } from './uk/account.js'
import { arbitrage } from './uk/arbitrage.js'
import { book } from './uk/book.js'
import { chart } from './uk/chart.js'
import { dev } from './uk/dev.js'
import { frame } from './uk/frame.js'
import { market } from './uk/market.js'
import { people } from './uk/people.js'
import { quote } from './uk/quote.js'
import { status } from './uk/status.js'
import { webhooks } from './uk/webhooks.js'

/** All sentences in Ukrainian, for the compiler and the tests. */
export const uk: Dictionary = {
  ...ads,
  ...answers,
  ...account,
  ...arbitrage,
  ...book,
  ...chart,
  ...dev,
  ...frame,
  ...market,
  ...people,
  ...quote,
  ...status,
  ...webhooks,
}
