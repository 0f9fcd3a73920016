import { cleanText, confidenceInWords, doubtInWords, priceBoundInWords } from '@p2p-rates/contract/words'
import type { BestPrice, Rates } from '@p2p-rates/sdk'
import { exchangeName } from '../exchange-names.js'
import { priceText } from '../render/numbers.js'
import { levelInWords, say, sharedWords } from '../words/say.js'

type BestPriceConfidence = NonNullable<Rates['confidence']>['buy']

type PriceOnExchange = { readonly price: string; readonly exchange: string }

/** A best price. One of low confidence never stands alone: its main doubt and the surer price follow. */
export function bestLine(
  sentence: (best: PriceOnExchange) => string,
  best: BestPrice,
  sure: BestPriceConfidence | undefined,
  beside: readonly number[] = [],
): string {
  const doubt = doubtInWords(sharedWords(), sure)
  const surer = sure?.surer
  const place = ({ price, exchange }: BestPrice): PriceOnExchange => ({
    price: priceText(price, beside),
    exchange: exchangeName(exchange),
  })
  return [
    sentence(place(best)),
    ...(doubt === null ? [] : [doubt]),
    ...(surer === undefined ? [] : [say('More reliable: {price} on {exchange}.', place(surer))]),
  ].join(' ')
}

type LevelWithReasons = { readonly level: string; readonly reasons: readonly string[] }

export const confidenceLine = (
  { level, reasons }: LevelWithReasons,
  sentence = (slots: { readonly level: string }) => say('Confidence: {level}.', slots),
): string => [sentence({ level: levelInWords(cleanText(level)) }), ...reasons.map(reasonSentence)].join(' ')

export function confidenceLines({ confidence }: Pick<Rates, 'confidence'>): string[] {
  if (confidence === undefined) return []
  const [buy, sell] = [confidenceLine(confidence.buy), confidenceLine(confidence.sell)]
  return buy === sell
    ? [buy]
    : [
        confidenceLine(confidence.buy, (slots) => say('Confidence when you buy: {level}.', slots)),
        confidenceLine(confidence.sell, (slots) => say('Confidence when you sell: {level}.', slots)),
      ]
}

/** Bounds of the prices really paid. */
export const boundLines = ({ interval }: Pick<Rates, 'interval'>): string[] =>
  (['BUY', 'SELL'] as const)
    .map((side) => priceBoundInWords(sharedWords(), side, interval?.[side === 'BUY' ? 'buy' : 'sell'], priceText))
    .filter((line) => line !== '')

/** An unknown reason of a newer server is shown by its code. */
const reasonSentence = (reason: string): string =>
  confidenceInWords(sharedWords(), reason)
    .replace(/^./, (letter) => letter.toUpperCase())
    .replace(/\.?$/, '.')
