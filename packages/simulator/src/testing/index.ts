/** The door of the simulator for proofs. It is never published. */
export { serveOnLoopback } from '../serve-on-loopback.js'
export { type Attack, attacks, type BaitFields } from '../world/attacks.js'
export { currencies, type Depth, depths } from '../world/currencies.js'
