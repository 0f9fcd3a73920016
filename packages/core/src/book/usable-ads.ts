import type { Ad } from '../ad.js'
import { meetsDemands } from '../trust/gates.js'
import type { TrustedBoard } from '../trust/judgement.js'
import type { TrustRules } from '../trust/trust-rules.js'

/**
 * Trusted ads of present advertisers whose requirements a normal caller meets. Callers of this function check the
 * sizes.
 */
export const usableAds = (board: TrustedBoard, rules: TrustRules): Ad[] =>
  board.ads
    .filter(({ trusted, reasons }) => trusted && !reasons.some(({ code }) => code === 'away'))
    .flatMap(({ ad }) => (meetsDemands(ad.takerDemands, rules.caller) ? [ad] : []))
