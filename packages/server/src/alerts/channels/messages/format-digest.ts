import type { DigestEvent, DigestPrice } from '@p2p-rates/contract'
import { codeInWords } from '@p2p-rates/contract/words'
import type { Side } from '@p2p-rates/core'
import type { AlertOptions } from './format-alert.js'
import { numberIn, priceIn } from './format-number.js'
import { ageIn, dictionaries } from './format-price.js'
import { renderText } from './message-texts.js'

export function digestSubject({ data }: DigestEvent, { language }: AlertOptions): string {
  const shown = (best: DigestPrice | null): string => (best === null ? '–' : priceIn(best.price, language))
  return renderText(language, 'subject.digest', { fiat: data.fiat, buy: shown(data.buy), sell: shown(data.sell) })
}

export const digestLines = ({ data }: DigestEvent, options: AlertOptions): readonly string[] => [
  ...sideLines('BUY', data.buy, data.fiat, options),
  ...sideLines('SELL', data.sell, data.fiat, options),
]

function sideLines(
  side: Side,
  best: DigestPrice | null,
  fiat: string,
  { language, exchangeName, nowMs }: AlertOptions,
): readonly string[] {
  if (best === null) return [renderText(language, `rate.none.${side}`)]
  const { price, exchange, received_at: receivedAt, confidence, day_ago: dayAgo, change_pct: change } = best
  const ageSeconds = Math.max(0, Math.round((nowMs - Date.parse(receivedAt)) / 1_000))
  return [
    renderText(language, `rate.${side}`, {
      ...{ price: priceIn(price, language), fiat },
      ...{ exchange: exchangeName(exchange), age: ageIn(language, ageSeconds) },
    }),
    `${codeInWords(dictionaries[language], 'confidence', confidence)}.`,
    dayAgo === null || change === null
      ? renderText(language, 'digest.new')
      : renderText(language, 'digest.change', {
          ...{ before: priceIn(dayAgo, language), fiat },
          change: `${change > 0 ? '+' : ''}${numberIn(change, language)}`,
        }),
  ]
}
