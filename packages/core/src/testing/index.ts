/** The door of the core for proofs, benchmarks and the tests of other packages. It is never published. */

export { type AdEvidence, adEvidence, type FrontEvidence, frontEvidence, honourOf } from '../honour/honour.js'
export { honourNumbers } from '../honour/honour-numbers.js'
export { adTries, bestPriceInterval } from '../honour/price-interval.js'
export { verdictOf } from '../stats/verdict-and-volatility.js'
export { describeTrustNumbers, numbers, type TrustNumberName, type TrustRuleName } from '../trust/trust-numbers.js'
export { aBoard, anAd, minutesAgo, nowMs } from './an-ad.js'
export { anyMarket } from './any-market.js'
export { checkEach } from './check-each.js'
export {
  contextOf,
  dictionaryFilesOf,
  type FixturePage,
  fixture,
  namesOf,
  observedAt,
  pagesOf,
} from './fixture-pages.js'
export { isOnPath, lacks, needs } from './needs.js'
export { type RecordedAnswer, recordAnswers } from './recorded-answers.js'
export { slowIndex } from './slow-index.js'
export { workedBoards } from './worked-board.js'
