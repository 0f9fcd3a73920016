/** The door `contract/words`: what screens and terminals say alike. It carries no schema. */

export { isBarrier, isFavourableReason } from './ad-reasons.js'
export { bestExchangePair } from './best-exchange-pair.js'
export { cleanText, commanding } from './clean-text.js'
export { type CodeKind, codeInWords, confidenceInWords, doubtInWords, whyInWords } from './code-in-words.js'
export { csvCell } from './csv-cell.js'
export { type BoardEmbeds, embedBoard, isLoopback } from './embed-board.js'
export { findLures } from './lures.js'
export { isAgainstMiddle, reasonFigureInWords } from './reason-figure-in-words.js'
export { type LinkHosts, safeAdUrl } from './safe-ad-url.js'
export type { SharedWords } from './shared-words.js'
export { shownVerdict, usualPct } from './shown-verdict.js'
export { recommendedInWords, tradePlansInWords } from './trade-plans-in-words.js'
