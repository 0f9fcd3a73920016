import {
  answerQuote,
  type InboxLanguage,
  includesPlan,
  type MarketData,
  planNeeded,
  quote,
  readQuery,
} from '@p2p-rates/contract'
import {
  canonicalMethod,
  type Exchanges,
  type Fiat,
  rates as ratesOf,
  type Side,
  type TrustedMarket,
} from '@p2p-rates/core'
import { allMethods, newestObservationMs } from '@p2p-rates/core/internal'
import type { VisitorRules } from '../../../accounts/actor.js'
import type { Clock } from '../../../base/time/clock.js'
import type { PriceOrigin } from '../../../market/price-origin.js'
import type { Message } from '../message-and-transport.js'
import { formatMessage } from '../messages/format-message.js'
import { formatQuote, formatRate, type PriceTextOptions } from '../messages/format-price.js'
import { renderText, type TextKey } from '../messages/message-texts.js'
import type { PriceCommand, PriceQuestion } from './price-replies.js'

export type PriceAnswerPorts = {
  readonly fiats: readonly Fiat[]
  readonly exchanges: Exchanges
  /** Null without fresh prices. */
  readonly marketOf: (fiat: Fiat) => MarketData | null
  readonly origin: Pick<PriceOrigin, 'flags'>
  readonly visitors: VisitorRules
  readonly clock: Clock
}

export type AnswerPriceQuestion = (
  command: PriceCommand,
  question: PriceQuestion | null,
  language: InboxLanguage,
) => Message

const mostMethods = 10

/** Answers with the data of visitors. The answers never repeat typed text, because anyone may write to the bot. */
export function createPriceAnswers(ports: PriceAnswerPorts): AnswerPriceQuestion {
  const { fiats, exchanges, marketOf, origin, visitors, clock } = ports
  const listed = fiats.join(', ')

  return (command, question, language) => {
    const say = (word: TextKey, slots: Readonly<Record<string, string>> = {}): Message =>
      formatMessage(command, renderText(language, word, slots), [])
    const how = (): Message => say(`price.how.${command}`, { fiats: listed, fiat: fiats[0] ?? '' })
    if (question === null) return how()
    const needed = question.about === 'quote' ? planNeeded(quote.access) : null
    if (needed !== null && !includesPlan(visitors.allowance.plan, needed)) return say('price.plan')
    const fiat = fiats.find((one) => one === question.fiat)
    if (fiat === undefined) return say('price.fiat', { fiats: listed })

    // Validate as the API does. Rates take the same method names.
    const asked = {
      fiat,
      amount: question.about === 'quote' ? question.amount : '1',
      side: question.about === 'quote' ? question.side : 'BUY',
      ...(question.method === null ? {} : { payment_method: question.method }),
    }
    const read = readQuery(quote.query, new URLSearchParams(asked), visitors.allowance.limits, exchanges.ids)
    if (!read.ok) return how()
    const known = marketOf(fiat)
    if (known === null) return say('price.none', { fiat })
    const { payment_method: methods = [] } = read.values
    const market = known.ofMethods(methods.length === 0 ? allMethods : { oneOf: methods, noneOf: [] })
    if (methods.length > 0 && market.boards.every(({ ads }) => ads.length === 0))
      return say('price.method', { fiat, methods: commonMethods(known.market).join(', ') })

    const options: PriceTextOptions = {
      language,
      exchangeName: exchanges.nameOf,
      flags: origin.flags(),
      ageSeconds: (exchange, side) => ageOf(market, exchange, side, clock.wallMs()),
    }
    if (question.about === 'rate') return formatRate(fiat, ratesOf(market), options)
    const answered = answerQuote(read.values, known)
    return 'problem' in answered ? say('price.none', { fiat }) : formatQuote(answered.answer, options)
  }
}

function ageOf({ boards }: TrustedMarket, exchange: string, side: Side, nowMs: number): number | null {
  const board = boards.find((one) => one.exchange === exchange && one.side === side)
  if (board === undefined) return null
  const ads = board.ads.map(({ ad }) => ad)
  return Math.max(0, Math.round((nowMs - newestObservationMs({ ...board, ads })) / 1_000))
}

/** Names of the dictionary, most ads first. */
function commonMethods({ boards }: TrustedMarket): readonly string[] {
  const counts = new Map<string, number>()
  for (const { ad } of boards.flatMap(({ ads }) => ads))
    for (const name of new Set(ad.paymentMethods.flatMap((text) => canonicalMethod(text, ad)?.name ?? [])))
      counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostMethods)
    .map(([name]) => name)
}
