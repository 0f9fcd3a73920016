import { cleanText, confidenceInWords } from '@p2p-rates/contract/words'
import { en } from '@p2p-rates/contract/words/en'
import type { Rates } from '@p2p-rates/sdk'

type Told = { readonly level: string; readonly reasons: readonly string[] }

/** How far a price is to be relied on, and the reasons against it, one sentence each. */
export const confidenceLine = (of: string, { level, reasons }: Told): string =>
  [`Confidence${of}: ${cleanText(level)}.`, ...reasons.map(sentence)].join(' ')

/** Both sides of an answer, or one line where both are alike. */
export function confidenceLines({ confidence }: Pick<Rates, 'confidence'>): string[] {
  if (confidence === undefined) return []
  const [buy, sell] = [confidenceLine('', confidence.buy), confidenceLine('', confidence.sell)]
  return buy === sell
    ? [buy]
    : [confidenceLine(' when you buy', confidence.buy), confidenceLine(' when you sell', confidence.sell)]
}

/** An unknown reason of a newer server is shown by its code. */
const sentence = (reason: string): string =>
  confidenceInWords(en, reason)
    .replace(/^./, (letter) => letter.toUpperCase())
    .replace(/\.?$/, '.')
