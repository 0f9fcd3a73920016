import type { SharedWords } from './shared-words.js'
import { ads } from './uk/ads.js'
import { answers } from './uk/answers.js'
import { doubts } from './uk/doubts.js'
import { plans } from './uk/plans.js'

export { ads, answers, doubts }

export const uk: SharedWords = { ...answers, ...ads, ...doubts, ...plans }
