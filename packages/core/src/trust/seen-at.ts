import { newestObservationMs } from '../ad.js'
import type { TrustedBoard } from './judgement.js'

export const seenAtMs = ({ observedAtMs, ads }: TrustedBoard): number =>
  newestObservationMs({ observedAtMs, ads: ads.map(({ ad }) => ad) })
