import type { Ad } from '../ad.js'
import { meetsDemands } from '../trust/gates.js'
import type { TrustedBoard } from '../trust/judgement.js'
import type { TrustRules } from '../trust/trust-rules.js'

/** The trusted ads whose demands a normal caller meets, best price first. Their sizes are judged elsewhere. */
export const takeableAds = (board: TrustedBoard, rules: TrustRules): Ad[] =>
  board.ads.filter(({ ad, trusted }) => trusted && meetsDemands(ad.takerDemands, rules.caller)).map(({ ad }) => ad)
