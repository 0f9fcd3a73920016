import { ads, answers } from '@p2p-rates/contract/words/en'
import { account } from './en/account.js'
import { arbitrage } from './en/arbitrage.js'
import { banks } from './en/banks.js'
import { boards } from './en/boards.js'
import { book } from './en/book.js'
import { cards } from './en/cards.js'
import { chart } from './en/chart.js'
import { currencies } from './en/currencies.js'
import { dev } from './en/dev.js'
import { doubts } from './en/doubts.js'
import { fair } from './en/fair.js'
import { frame } from './en/frame.js'
import { lures } from './en/lures.js'
import { market } from './en/market.js'
import { me } from './en/me.js'
import { offers } from './en/offers.js'
import { outcome } from './en/outcome.js'
import { people } from './en/people.js'
import { quality } from './en/quality.js'
import { quote } from './en/quote.js'
import { reference } from './en/reference.js'
import { rules } from './en/rules.js'
import { status } from './en/status.js'
import { track } from './en/track.js'
import { webhooks } from './en/webhooks.js'

/** All English texts, for the compiler and the tests. Pages load only the groups they need. Slots are in braces. */
export const en = {
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
} as const
