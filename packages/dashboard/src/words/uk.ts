import { ads, answers } from '@p2p-rates/contract/words/uk'
import type { Dictionary } from './dictionary.js'
import { account } from './uk/account.js'
import { arbitrage } from './uk/arbitrage.js'
import { banks } from './uk/banks.js'
import { boards } from './uk/boards.js'
import { book } from './uk/book.js'
import { cards } from './uk/cards.js'
import { chart } from './uk/chart.js'
import { currencies } from './uk/currencies.js'
import { dev } from './uk/dev.js'
import { doubts } from './uk/doubts.js'
import { fair } from './uk/fair.js'
import { frame } from './uk/frame.js'
import { lures } from './uk/lures.js'
import { market } from './uk/market.js'
import { me } from './uk/me.js'
import { offers } from './uk/offers.js'
import { outcome } from './uk/outcome.js'
import { people } from './uk/people.js'
import { quality } from './uk/quality.js'
import { quote } from './uk/quote.js'
import { reference } from './uk/reference.js'
import { rules } from './uk/rules.js'
import { status } from './uk/status.js'
import { track } from './uk/track.js'
import { webhooks } from './uk/webhooks.js'

export const uk: Dictionary = {
  ...ads,
  ...answers,
  ...account,
  ...arbitrage,
  ...banks,
  ...boards,
  ...book,
  ...cards,
  ...chart,
  ...currencies,
  ...dev,
  ...doubts,
  ...fair,
  ...frame,
  ...lures,
  ...market,
  ...me,
  ...offers,
  ...outcome,
  ...people,
  ...quality,
  ...quote,
  ...reference,
  ...rules,
  ...status,
  ...track,
  ...webhooks,
}
