import { cleanText, confidenceInWords, doubtInWords } from '@p2p-rates/contract/words'
import { en } from '@p2p-rates/contract/words/en'
import type { BestPrice, Rates } from '@p2p-rates/sdk'
import { exchangeName } from '../exchange-names.js'
import { priceText } from '../render/numbers.js'

type Headline = NonNullable<Rates['confidence']>['buy']

/** A best price. One of low confidence never stands alone: its main doubt and the surer price follow. */
export function bestLine(
  deed: string,
  { price, exchange }: BestPrice,
  sure: Headline | undefined,
  beside: readonly number[] = [],
): string {
  const doubt = doubtInWords(en, sure)
  const surer = sure?.surer
  return [
    `${deed} ${priceText(price, beside)} on ${exchangeName(exchange)}.`,
    ...(doubt === null ? [] : [doubt]),
    ...(surer === undefined
      ? []
      : [`More reliable: ${priceText(surer.price, beside)} on ${exchangeName(surer.exchange)}.`]),
  ].join(' ')
}

type Told = { readonly level: string; readonly reasons: readonly string[] }

export const confidenceLine = (of: string, { level, reasons }: Told): string =>
  [`Confidence${of}: ${cleanText(level)}.`, ...reasons.map(sentence)].join(' ')

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
