import { cleanText } from '@p2p-rates/contract/words'
import { z } from 'zod'
import type { Clock } from '../../../base/time/clock.js'
import { confirmed, type Inbox, type InboxStore, inboxDigestOf } from '../inbox-store.js'
import type { Message } from '../message-and-transport.js'
import { renderText, type TextKey } from '../messages/message-texts.js'
import { languageOf, type PriceReplies } from './price-replies.js'

const languageFields = { language_code: z.string().optional() }

const message = z.object({
  message_id: z.int().optional(),
  text: z.string().max(4_096),
  chat: z.object({
    id: z.int(),
    title: z.string().optional(),
    username: z.string().optional(),
    first_name: z.string().optional(),
  }),
  from: z.object({ id: z.int().optional(), ...languageFields }).optional(),
})

const update = z.union([
  z.object({ message }),
  z.object({
    inline_query: z.object({
      id: z.string().max(64),
      from: z.object({ id: z.int(), ...languageFields }),
      query: z.string().max(256),
    }),
  }),
])

type ChatMessage = z.infer<typeof message>

export type ChatReply = {
  readonly chatId: string
  readonly text: string
  /** Id of the answered message. Of several replies without it, a chat gets the last. */
  readonly replyTo?: number
}

/** Answer to an inline query, which the user may send to any chat. Empty if the query is incomplete. */
export type InlineReply = { readonly queryId: string; readonly answer: Message | null }

type ChatHandlerPorts = {
  readonly store: InboxStore
  readonly stop: (inboxId: string, reason: 'stopped') => Promise<unknown>
  readonly prices: PriceReplies
  readonly clock: Clock
}

/**
 * Handles one update: `/start CODE` links a chat, `/stop` closes its channels, `/start` reopens them, `/help` names the
 * commands, `/rate` and `/quote` return prices, also as inline queries. Idempotent. Null if there is no reply.
 */
export function createChatHandler(ports: ChatHandlerPorts) {
  const handleCommand = createCommandHandler(ports)
  return async (raw: unknown): Promise<ChatReply | InlineReply | null> => {
    const read = update.safeParse(raw)
    if (!read.success) return null
    if ('inline_query' in read.data) {
      const { id, from, query } = read.data.inline_query
      // A private chat has the id of its user.
      const asked = { userId: String(from.id), chatId: String(from.id), languageCode: from.language_code }
      return { queryId: id, answer: await ports.prices.answerInline(query, asked) }
    }
    const { message_id: replyTo, text, chat, from } = read.data.message
    const chatId = String(chat.id)
    const asked = { userId: String(from?.id ?? chat.id), chatId, languageCode: from?.language_code }
    const priced = await ports.prices.answerCommand(text, asked)
    if (priced === 'other') return handleCommand(read.data.message)
    if (priced === null) return null
    return { chatId, text: `${priced.subject}\n${priced.text}`.trim(), ...(replyTo === undefined ? {} : { replyTo }) }
  }
}

function createCommandHandler({ store, stop, prices, clock }: ChatHandlerPorts) {
  const link = async (chatId: string, name: string, code: string): Promise<Inbox | null> => {
    const digest = inboxDigestOf(code)
    const found = await store.findByCode(digest)
    if (found === null) return null
    const made = await store.change(found.id, (now) => {
      const isOpen = now.kind === 'telegram' && now.code?.digest === digest && now.code.endsAtMs > clock.wallMs()
      return isOpen ? { ...confirmed(now), address: chatId, name } : now
    })
    return made?.address === chatId && made.state === 'confirmed' ? made : null
  }

  const restart = async (inboxes: readonly Inbox[]): Promise<Inbox | undefined> => {
    for (const { id } of inboxes) await store.change(id, (now) => (now.state === 'waiting' ? now : confirmed(now)))
    return inboxes[0]
  }

  return async ({ text, chat, from }: ChatMessage): Promise<ChatReply | null> => {
    const command = /^\/(start|stop|help)(?:@\w{1,64})?(?:\s+([\w-]{1,64}))?\s*$/.exec(text)
    if (command === null) return null
    const chatId = String(chat.id)
    const chatLanguage = languageOf(from?.language_code)
    const known = await store.withAddress('telegram', chatId)
    const replyWith = (language: Inbox['language'], word: TextKey): ChatReply => ({
      chatId,
      text: renderText(language, word),
    })
    if (command[1] === 'stop') {
      for (const { id } of known) await stop(id, 'stopped')
      return replyWith(known[0]?.language ?? chatLanguage, 'chat.stopped')
    }
    const how = prices.isOpen ? 'chat.ask' : 'chat.how'
    if (command[1] === 'help') return replyWith(known[0]?.language ?? chatLanguage, how)
    const code = command[2]
    if (code === undefined) {
      const back = await restart(known)
      return back === undefined ? replyWith(chatLanguage, how) : replyWith(back.language, 'chat.back')
    }
    const name = nameOf(chat)
    const linked = await link(chatId, name, code)
    if (linked !== null) return replyWith(linked.language, 'chat.linked')
    // Confirm again if already linked: an update arrives twice if a server ended while handling it.
    const linkedInbox = known.find(({ state }) => state === 'confirmed')
    return linkedInbox === undefined
      ? replyWith(known[0]?.language ?? chatLanguage, 'chat.unknown')
      : replyWith(linkedInbox.language, 'chat.linked')
  }
}

/** Cleans the untrusted name of a chat: one line, at most 64 characters. */
function nameOf({ id, title, username, first_name: first }: ChatMessage['chat']): string {
  const name = title ?? (username === undefined ? first : `@${username}`) ?? ''
  const clean = [...cleanText(name).replace(/\s+/g, ' ').trim()].slice(0, 64).join('')
  return clean === '' ? String(id) : clean
}
