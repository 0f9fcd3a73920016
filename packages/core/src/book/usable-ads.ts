import type { Ad } from '../ad.js'
import { meetsDemands } from '../trust/gates.js'
import type { TrustedBoard } from '../trust/judgement.js'
import type { TrustRules } from '../trust/trust-rules.js'

/** The trusted ads of people who are there and whose demands a normal caller meets. Their sizes are judged elsewhere. */
export const usableAds = (board: TrustedBoard, rules: TrustRules): Ad[] =>
  board.ads
    .filter(({ trusted, reasons }) => trusted && !reasons.some(({ code }) => code === 'away'))
    .flatMap(({ ad }) => (meetsDemands(ad.takerDemands, rules.caller) ? [ad] : []))
