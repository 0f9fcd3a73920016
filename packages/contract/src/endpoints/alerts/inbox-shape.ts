import { z } from 'zod'
import { isoTime, type LooseEnum, wireTime } from '../../endpoint/wire-schemas.js'

/** Mail address or Telegram chat that can receive webhook events once its reader has confirmed it. */
export type Inbox = {
  readonly id: string
  readonly kind: LooseEnum<InboxKind>
  /** Mail address, or name of the chat; `null` until a chat is linked. */
  readonly name: string | null
  readonly language: LooseEnum<InboxLanguage>
  readonly state: LooseEnum<InboxState>
  readonly created_at: string
}

/** Code that links a chat; returned only once. */
export type InboxStart = {
  /** Code to send to the bot as `/start CODE`. */
  readonly code: string
  /** Opens the bot with the code; `null` while the bot's name is not known. */
  readonly link: string | null
  readonly ends_at: string
}

export type CreatedInbox = Inbox & { readonly start: InboxStart | null }

export type InboxList = {
  readonly inboxes: readonly Inbox[]
  /** Kinds of inboxes that this server supports. */
  readonly kinds: readonly LooseEnum<InboxKind>[]
}

export const inboxKinds = ['email', 'telegram'] as const
export type InboxKind = (typeof inboxKinds)[number]

export const inboxLanguages = ['en', 'uk'] as const
export type InboxLanguage = (typeof inboxLanguages)[number]

const inboxStates = ['waiting', 'confirmed', 'blocked', 'refused', 'stopped'] as const
export type InboxState = (typeof inboxStates)[number]

const kind = z.enum(inboxKinds)

const record = z.object({
  id: z.string().meta({ examples: ['in_7Hq2'] }),
  kind,
  name: z.string().nullable().meta({ description: 'Mail address, or name of the chat; null until a chat is linked.' }),
  language: z.enum(inboxLanguages),
  state: z.enum(inboxStates).meta({
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
