import { answers } from '@p2p-rates/contract/words/en'
import { frame } from '../en/frame.js'

/** What every page needs. */
export const words = { ...answers, ...frame }
