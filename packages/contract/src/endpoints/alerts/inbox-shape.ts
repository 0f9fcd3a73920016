import { z } from 'zod'
import { ownWords } from '../../endpoint/type-names.js'
import { isoTime, wireTime } from '../../endpoint/wire-schemas.js'
import type { CreatedInbox, Inbox, InboxKind, InboxLanguage, InboxList, InboxState } from '../../generated/types.js'

export const inboxKinds = ['email', 'telegram'] as const

export const inboxLanguages = ['en', 'uk'] as const

const inboxStates = ['waiting', 'confirmed', 'blocked', 'refused', 'stopped'] as const

const kind = ownWords('InboxKind', inboxKinds)

const record = z.object({
  id: z.string().meta({ examples: ['in_7Hq2'] }),
  kind,
  name: z.string().nullable().meta({ description: 'Mail address, or name of the chat; null until a chat is linked.' }),
  language: ownWords('InboxLanguage', inboxLanguages),
  state: ownWords('InboxState', inboxStates).meta({
    description:
      'waiting: the recipient has not confirmed. blocked: the chat has blocked the bot. refused: the mail server rejects the address permanently. stopped: the recipient has unsubscribed.',
  }),
  created_at: wireTime,
})

export const inboxSchema: z.ZodType<Inbox> = record.meta({
  id: 'Inbox',
  description: 'Mail address or Telegram chat that alerts can be sent to.',
})

export const createdInboxSchema: z.ZodType<CreatedInbox> = record
  .extend({
    start: z
      .object({
        code: z.string().meta({ description: 'Code to send to the bot as `/start CODE`.' }),
        link: z.string().nullable().meta({ description: 'Link that opens the bot with the code.' }),
        ends_at: wireTime,
      })
      .meta({ id: 'InboxStart' })
      .nullable()
      .meta({ description: 'Code that links a chat, shown once; null for a mail address, which gets a link by mail.' }),
  })
  .meta({ id: 'CreatedInbox' })

export const inboxListSchema: z.ZodType<InboxList> = z
  .object({
    inboxes: z.array(inboxSchema),
    kinds: z.array(kind).meta({ description: 'Kinds of inboxes that this server supports.' }),
  })
  .meta({ id: 'InboxList' })

export type InboxInput = {
  readonly id: string
  readonly kind: InboxKind
  readonly name: string | null
  readonly language: InboxLanguage
  readonly state: InboxState
  readonly createdAtMs: number
}

export const toInboxResponse = ({ id, kind, name, language, state, createdAtMs }: InboxInput): Inbox => ({
  id,
  kind,
  name,
  language,
  state,
  created_at: isoTime(createdAtMs),
})
