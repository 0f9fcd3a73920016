import { newestObservationMs } from '../ad.js'
import type { TrustedBoard } from './judgement.js'

/** When the newest ad of a judged board was received. */
export const seenAtMs = ({ observedAtMs, ads }: TrustedBoard): number =>
  newestObservationMs({ observedAtMs, ads: ads.map(({ ad }) => ad) })
