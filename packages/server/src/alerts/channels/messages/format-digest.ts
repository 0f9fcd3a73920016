import type { DigestEvent, DigestPrice } from '@p2p-rates/contract'
import { codeInWords } from '@p2p-rates/contract/words'
import type { Side } from '@p2p-rates/core'
import type { AlertContent, AlertOptions } from './format-alert.js'
import { ageIn } from './format-price.js'
import type { Phrases } from './message-texts.js'

export function digestContent({ data }: DigestEvent, phrases: Phrases, options: AlertOptions): AlertContent {
  const { fiat, buy, sell } = data
  const shown = (best: DigestPrice | null): string => (best === null ? '–' : phrases.price(best.price))
  return {
    subject: phrases.say('subject.digest', { fiat, buy: shown(buy), sell: shown(sell) }),
    lines: [...sideLines('BUY', buy, fiat, phrases, options), ...sideLines('SELL', sell, fiat, phrases, options)],
  }
}

function sideLines(
  side: Side,
  best: DigestPrice | null,
  fiat: string,
  phrases: Phrases,
  { exchangeName, nowMs }: AlertOptions,
): readonly string[] {
  const { say, price, number, shared } = phrases
  if (best === null) return [say(`rate.none.${side}`)]
  const { exchange, received_at: receivedAt, confidence, day_ago: dayAgo, change_pct: change } = best
  const age = ageIn(phrases, Math.max(0, Math.round((nowMs - Date.parse(receivedAt)) / 1_000)))
  return [
    say(`rate.${side}`, { price: price(best.price), fiat, exchange: exchangeName(exchange), age }),
    `${codeInWords(shared, 'confidence', confidence)}.`,
    dayAgo === null || change === null
      ? say('digest.new')
      : say('digest.change', { before: price(dayAgo), fiat, change: `${change > 0 ? '+' : ''}${number(change)}` }),
  ]
}
