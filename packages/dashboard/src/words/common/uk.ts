import { answers } from '@p2p-rates/contract/words/uk'
import { frame } from '../uk/frame.js'

/** What every page needs. */
export const words = { ...answers, ...frame }
