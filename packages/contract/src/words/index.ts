/** The door `contract/words`: what screens and terminals say alike. It carries no schema. */
export { adLink } from './ad-link.js'
export { bestPair } from './best-pair.js'
export { cleanText, commanding } from './clean-text.js'
export { csvCell } from './csv-cell.js'
export { type BoardEmbeds, embedBoard } from './embed-board.js'
export { type CodeKind, confidenceInWords, inWords, whyInWords } from './in-words.js'
export type { SharedWords } from './shared-words.js'
export { speaksFor } from './speaks-for.js'
