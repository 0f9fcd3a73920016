import type { Stats } from '../generated/types.js'

/** In percent. A smaller difference from the average of a day is noise. */
export const usualPct = 0.2

/** The verdict for people. The specification's verdict also names differences that are noise. */
export const shownVerdict = ({ verdict, delta_vs_24h_pct: delta }: Pick<Stats, 'verdict' | 'delta_vs_24h_pct'>) =>
  verdict !== 'unknown' && Math.abs(delta) <= usualPct ? 'normal' : verdict
