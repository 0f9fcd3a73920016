import {
  answerQuote,
  type InboxLanguage,
  includesPlan,
  type MarketData,
  type PlanLimits,
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
import { createBoundedCache } from '../../../base/bounded-cache.js'
import { faultFields, type Log } from '../../../base/log/log.js'
import type { Clock } from '../../../base/time/clock.js'
import type { PriceOrigin } from '../../../market/price-origin.js'
import type { InboxStore } from '../inbox-store.js'
import type { Message } from '../message-and-transport.js'
import { formatMessage } from '../messages/format-message.js'
import { formatQuote, formatRate, type PriceTextOptions } from '../messages/format-price.js'
import { renderText, type TextKey } from '../messages/message-texts.js'

/** Counts a request of a visitor. Returns the seconds to wait if there are too many, else null. */
export type CountVisit = (visitor: {
  readonly id: string
  readonly limits: Pick<PlanLimits, 'requestsPerMinute' | 'monthlyQuota'>
}) => Promise<number | null>

export type Asker = { readonly userId: string; readonly chatId: string; readonly languageCode: string | undefined }

export type PriceReplies = ReturnType<typeof createPriceReplies>

export const languageOf = (code: string | undefined): InboxLanguage => (/^uk(?:-|$)/i.test(code ?? '') ? 'uk' : 'en')

/**
 * Answers questions about prices to Telegram users, each counted like a visitor of the pages. If the pages need an
 * account, only linked chats get answers. Never rejects, because a rejection would hold up all later updates.
 */
export function createPriceReplies(ports: {
  readonly answer: AnswerPriceQuestion
  readonly count: CountVisit
  readonly visitors: VisitorRules
  readonly store: Pick<InboxStore, 'withAddress'>
  readonly botName: () => string | null
  readonly clock: Clock
  readonly log: Log
}) {
  const { answer, count, visitors, store, botName, clock, log } = ports
  /** End of each refused user's wait. Until then the user gets one refusal, so that refusals can't flood a chat. */
  const refusedUntil = createBoundedCache<string, number>(10_000)

  const reply = async (command: PriceCommand, words: string, asker: Asker): Promise<Message | null> => {
    const inboxes = await store.withAddress('telegram', asker.chatId).catch(() => [])
    const linked = inboxes.find(({ state }) => state === 'confirmed')
    if (!visitors.mayRead && linked === undefined) return null
    const language = linked?.language ?? languageOf(asker.languageCode)
    const id = `visitor telegram ${asker.userId}`
    const waitSeconds = await count({ id, limits: visitors.allowance.limits })
    if (waitSeconds === null) return answer(command, readPriceQuestion(command, words), language)
    const now = clock.monoMs()
    if ((refusedUntil.get(id) ?? now) > now) return null
    refusedUntil.set(id, now + waitSeconds * 1_000)
    return formatMessage(command, renderText(language, 'price.many', { seconds: String(waitSeconds) }), [])
  }

  const replySafely = (...question: Parameters<typeof reply>): Promise<Message | null> =>
    reply(...question).catch((error: unknown) => {
      log.error('a question to the Telegram bot failed', faultFields(error))
      return null
    })

  return {
    /** False if only linked chats get answers. */
    isOpen: visitors.mayRead,
    /** Returns `other` for a message that does not ask for prices. */
    answerCommand: async (text: string, asker: Asker): Promise<Message | null | 'other'> => {
      const [, command, name, words = ''] = /^\/(rate|quote)(?:@(\w{1,64}))?(?:\s+(.*))?$/is.exec(text) ?? []
      if (command === undefined) return 'other'
      const own = botName()
      if (name !== undefined && own !== null && name.toLowerCase() !== own.toLowerCase()) return null
      return replySafely(commandOf(command), words, asker)
    },
    /** Ignores incomplete queries, because Telegram sends one for each typed letter. */
    answerInline: async (query: string, asker: Asker): Promise<Message | null> => {
      const [, named, words = ''] = /^\s*(?:\/?(rate|quote)\s+)?(.*)$/is.exec(query) ?? []
      const commands: readonly PriceCommand[] = named === undefined ? ['rate', 'quote'] : [commandOf(named)]
      const command = commands.find((each) => readPriceQuestion(each, words) !== null)
      return command === undefined ? null : replySafely(command, words, asker)
    },
  }
}

const commandOf = (word: string): PriceCommand => (word.toLowerCase() === 'quote' ? 'quote' : 'rate')

/** A question to the bot about prices, as typed: currency and method may be unknown. */
export type PriceQuestion = { readonly fiat: string; readonly method: string | null } & (
  | { readonly about: 'rate' }
  | { readonly about: 'quote'; readonly side: 'BUY' | 'SELL'; readonly amount: string }
)

export type PriceCommand = PriceQuestion['about']

const rateWords = /^([a-z]{3,4})(?: (.{1,64}))?$/i
// A comma before three digits groups them, because no amount of money has three decimals.
const quoteWords = /^(?:(buy|sell) )?(\d{1,12}(?:\.\d{1,8})?|\d{1,3}(?:[ ,]\d{3}){1,3}) ?([a-z]{3,4})(?: (.{1,64}))?$/i

function readPriceQuestion(command: PriceCommand, typed: string): PriceQuestion | null {
  const words = typed.replace(/\s+/g, ' ').trim()
  if (command === 'rate') {
    const [, fiat, method = null] = rateWords.exec(words) ?? []
    return fiat === undefined ? null : { about: 'rate', fiat: fiat.toUpperCase(), method }
  }
  const [, side = 'buy', amount, fiat, method = null] = quoteWords.exec(words) ?? []
  if (amount === undefined || fiat === undefined) return null
  return {
    about: 'quote',
    side: side.toLowerCase() === 'sell' ? 'SELL' : 'BUY',
    amount: amount.replace(/[ ,]/g, ''),
    fiat: fiat.toUpperCase(),
    method,
  }
}

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
