import type { ConfidenceAnswer } from '../../generated/types.js'
import { confidenceInWords } from '../../words/code-in-words.js'
import { en } from '../../words/en.js'

/** Confidence with its first two reasons. */
export const confidenceLine = ({ level, reasons }: ConfidenceAnswer): string =>
  [`Confidence ${level}.`, ...reasons.slice(0, 2).map((reason) => confidenceInWords(en, reason))].join(' ')
