import { ads } from './en/ads.js'
import { answers } from './en/answers.js'
import { doubts } from './en/doubts.js'
import { plans } from './en/plans.js'

// By themselves, for pages that load no more than they show.
export { ads, answers, doubts }

/** English dictionary for every screen and terminal. Placeholders stand in braces. */
export const en = { ...answers, ...ads, ...doubts, ...plans } as const
