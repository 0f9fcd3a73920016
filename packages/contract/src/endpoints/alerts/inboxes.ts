import { z } from 'zod'
import { id } from '../../endpoint/common-inputs.js'
import { columnsOf, tableOf } from '../../endpoint/csv.js'
import { defineEndpoint, forKeys, withoutAnswer } from '../../endpoint/define-endpoint.js'
import type { Input } from '../../endpoint/input.js'
import { type DomainOf, toWire } from '../../endpoint/to-wire.js'
import { ownWords } from '../../endpoint/type-names.js'
import { wireTime } from '../../endpoint/wire-schemas.js'
import type { CreatedInbox, Inbox, InboxKind, InboxLanguage, InboxList, InboxState } from '../../generated/types.js'
import { missingForm } from '../../words/webhook-address-forms.js'

export const inboxKinds = ['email', 'telegram', 'ntfy', 'discord', 'slack'] as const

export const inboxLanguages = ['en', 'uk'] as const

const inboxStates = ['waiting', 'confirmed', 'blocked', 'refused', 'stopped'] as const

const kind = ownWords('InboxKind', inboxKinds)

const record = z.object({
  id: z.string().meta({ examples: ['in_7Hq2'] }),
  kind,
  name: z.string().nullable().meta({
    description:
      'Mail address, name of the chat, or host of a topic or webhook, whose whole address is secret; null until a chat is linked.',
  }),
  language: ownWords('InboxLanguage', inboxLanguages),
  state: ownWords('InboxState', inboxStates).meta({
    description:
      'waiting: the recipient has not confirmed. blocked: the chat has blocked the bot. refused: the mail server or the service rejects the address permanently. stopped: the recipient has unsubscribed.',
  }),
  created_at: wireTime,
})

export const inboxSchema: z.ZodType<Inbox> = record.meta({
  id: 'Inbox',
  description: 'Mail address, Telegram chat, ntfy topic, or Discord or Slack channel that alerts can be sent to.',
})

export const createdInboxSchema: z.ZodType<CreatedInbox> = record
  .extend({
    start: z
      .object({
        code: z.string().meta({ description: 'Code to send to the bot as `/start CODE`.' }),
        link: z.string().nullable().meta({ description: 'Link that opens the bot with the code.' }),
        ends_at: wireTime,
      })
      .meta({ id: 'InboxStart', description: 'Code that links a chat, shown once.' })
      .nullable()
      .meta({
        description: 'Code that links a chat, shown once; null for other kinds, which get a link in the first message.',
      }),
  })
  .meta({ id: 'CreatedInbox' })

export const inboxListSchema: z.ZodType<InboxList> = z
  .object({
    inboxes: z.array(inboxSchema),
    kinds: z.array(kind).meta({ description: 'Kinds of inboxes that this server supports.' }),
  })
  .meta({ id: 'InboxList' })

export type InboxInput = Omit<DomainOf<Inbox>, 'kind' | 'language' | 'state'> & {
  readonly kind: InboxKind
  readonly language: InboxLanguage
  readonly state: InboxState
}

export const toInboxResponse = (inbox: InboxInput): Inbox => toWire(inboxSchema, inbox)

// Narrower than the standards: nothing that a header or an address list would obey.
const mailAddress = /^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/
/** Only servers that allow private receivers accept http. */
const webAddress = /^https?:\/\/[!-~]+$/i

const address: Input<string | undefined> = {
  schema: z
    .string()
    .max(500)
    .transform((text) => (webAddress.test(text.trim()) ? text.trim() : text.trim().toLowerCase()))
    .pipe(z.string().refine((text) => webAddress.test(text) || (text.length <= 254 && mailAddress.test(text))))
    .optional()
    .meta({
      description:
        'Mail address, in any case; https address of an ntfy topic, or of a Discord or Slack webhook, kept secret; left out for a chat.',
      examples: ['desk@example.com'],
    }),
  expects: 'an e-mail address, or the https address of a topic or webhook',
  rule: (value, before) => {
    const kind = before.get('kind')
    if (kind === 'telegram') return value === undefined ? null : 'left out for a chat'
    if (value === undefined) return `given for \`${String(kind)}\``
    if (kind === 'email') return webAddress.test(value) ? 'an e-mail address' : null
    if (!webAddress.test(value)) return 'the https address of the topic or webhook'
    const form = missingForm(kind, value)
    return form === null ? null : `the address of a ${form.name} webhook, such as ${form.example}`
  },
}

const exampleInbox: CreatedInbox = {
  id: 'in_7Hq2',
  kind: 'telegram',
  name: null,
  language: 'en',
  state: 'waiting',
  created_at: '2026-11-21T10:00:00.000Z',
  start: { code: 'V3r7c0d3', link: 'https://t.me/p2p_rates_bot?start=V3r7c0d3', ends_at: '2026-11-22T10:00:00.000Z' },
}

const shared = { ...forKeys('Pro', 'session'), errors: ['storage_unavailable'] } as const

/** @group Mail addresses and chats that webhooks can go to. */
export const listInboxes = defineEndpoint({
  ...shared,
  name: 'inboxes.list',
  method: 'GET',
  path: '/inboxes',
  summary: 'All inboxes of the account',
  description: 'Returns the mail addresses, chats and channels to which the server can send alerts, oldest first.',
  answer: inboxListSchema,
  example: {
    inboxes: [
      {
        id: 'in_7Hq2',
        kind: 'email',
        name: 'desk@example.com',
        language: 'en',
        state: 'confirmed',
        created_at: '2026-11-21T10:00:00.000Z',
      },
    ],
    kinds: [...inboxKinds],
  } satisfies InboxList,
  table: tableOf(columnsOf(inboxSchema), ({ inboxes }: InboxList) => inboxes),
})

/**
 * @example
 * const { id, start } = await p2p.inboxes.create({ kind: 'telegram', language: 'uk' })
 * console.log(`Open ${start?.link}, then create a webhook with the url inbox:${id}`)
 */
export const createInbox = defineEndpoint({
  ...shared,
  name: 'inboxes.create',
  method: 'POST',
  path: '/inboxes',
  summary: 'Add a mail address, a chat or a channel',
  description:
    'A chat is linked by `/start CODE` to the bot; every other kind gets a link in its first message. Both expire after 24 hours. Once confirmed, webhooks can send there with the `url` `inbox:ID`. At most 5 first messages an hour. If a topic or channel is already confirmed, its inbox is returned. Rejected if the operator has not set up this kind.',
  inputType: 'NewInbox',
  body: {
    kind: {
      schema: ownWords('InboxKind', inboxKinds).meta({ description: 'Kind of inbox.', examples: ['email'] }),
      expects: `one of ${inboxKinds.join(', ')}`,
      words: inboxKinds,
    },
    address,
    language: {
      schema: ownWords('InboxLanguage', inboxLanguages)
        .default('en')
        .meta({ description: 'Language of the messages.' }),
      expects: inboxLanguages.join(' or '),
      words: inboxLanguages,
    },
  },
  status: 201,
  answer: createdInboxSchema,
  example: exampleInbox,
  errors: ['inbox_limit', 'mail_refused', 'storage_unavailable'],
})

export const deleteInbox = defineEndpoint({
  ...shared,
  name: 'inboxes.delete',
  method: 'DELETE',
  path: '/inboxes/{id}',
  summary: 'Delete an inbox',
  description: 'Disables the webhooks that send to it.',
  params: { id: id('inbox') },
  ...withoutAnswer,
})

export const stopInbox = defineEndpoint({
  name: 'inboxes.stop',
  method: 'POST',
  root: '',
  path: '/stop/{id}',
  access: { kind: 'public' },
  summary: 'Unsubscribe by one click',
  description:
    'Address in `List-Unsubscribe` of every alert: one click of the recipient stops all messages. Answers the same for every id.',
  params: { id: id('inbox') },
  ...withoutAnswer,
  errors: ['storage_unavailable'],
})
