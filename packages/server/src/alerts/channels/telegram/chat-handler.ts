import { cleanText } from '@p2p-rates/contract/words'
import { z } from 'zod'
import type { Clock } from '../../../base/time/clock.js'
import { confirmed, type Inbox, type InboxStore, inboxDigestOf } from '../inbox-store.js'
import { renderText } from '../messages/message-texts.js'

const update = z.object({
  message: z.object({
    text: z.string().max(4_096),
    chat: z.object({
      id: z.int(),
      title: z.string().optional(),
      username: z.string().optional(),
      first_name: z.string().optional(),
    }),
    from: z.object({ language_code: z.string().optional() }).optional(),
  }),
})

export type ChatReply = { readonly chatId: string; readonly text: string }

/**
 * Handles one update: `/start CODE` links a chat, `/stop` closes its channels, `/start` reopens them. Idempotent. Null
 * if there is no reply.
 */
export function createChatHandler(ports: {
  store: InboxStore
  stop: (inboxId: string, reason: 'stopped') => Promise<unknown>
  clock: Clock
}) {
  const { store, stop, clock } = ports

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

  return async (raw: unknown): Promise<ChatReply | null> => {
    const read = update.safeParse(raw)
    if (!read.success) return null
    const { text, chat, from } = read.data.message
    const command = /^\/(start|stop)(?:@\w{1,64})?(?:\s+([\w-]{1,64}))?\s*$/.exec(text)
    if (command === null) return null
    const chatId = String(chat.id)
    const chatLanguage = from?.language_code?.startsWith('uk') === true ? 'uk' : 'en'
    const known = await store.withAddress('telegram', chatId)
    const replyWith = (language: Inbox['language'], word: Parameters<typeof renderText>[1]): ChatReply => ({
      chatId,
      text: renderText(language, word),
    })
    if (command[1] === 'stop') {
      for (const { id } of known) await stop(id, 'stopped')
      return replyWith(known[0]?.language ?? chatLanguage, 'chat.stopped')
    }
    const code = command[2]
    if (code === undefined) {
      const back = await restart(known)
      return back === undefined ? replyWith(chatLanguage, 'chat.how') : replyWith(back.language, 'chat.back')
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
function nameOf({ id, title, username, first_name: first }: z.infer<typeof update>['message']['chat']): string {
  const name = title ?? (username === undefined ? first : `@${username}`) ?? ''
  const clean = [...cleanText(name).replace(/\s+/g, ' ').trim()].slice(0, 64).join('')
  return clean === '' ? String(id) : clean
}
