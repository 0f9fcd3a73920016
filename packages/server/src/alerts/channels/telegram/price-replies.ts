import type { InboxLanguage, PlanLimits } from '@p2p-rates/contract'
import { LRUCache } from 'lru-cache'
import type { VisitorRules } from '../../../accounts/actor.js'
import { faultFields, type Log } from '../../../base/log/log.js'
import type { Clock } from '../../../base/time/clock.js'
import type { InboxStore } from '../inbox-store.js'
import type { Message } from '../message-and-transport.js'
import { formatMessage } from '../messages/format-message.js'
import { renderText } from '../messages/message-texts.js'
import type { AnswerPriceQuestion } from './answer-price-question.js'

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
  const refusedUntil = new LRUCache<string, number>({ max: 10_000 })

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

export function readPriceQuestion(command: PriceCommand, typed: string): PriceQuestion | null {
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
