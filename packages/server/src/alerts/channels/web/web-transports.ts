import type { PostOutcome, PostToReceiver } from '../../webhooks/post-to-receiver.js'
import type { SecretKind } from '../inbox-store.js'
import type { Message, MessageLinks, MessageOutcome, Transport } from '../message-and-transport.js'

/** Discord takes 2,000 characters, and ntfy makes a file of more than 4,096 bytes. */
const longestText = 1_900

type WebRequest = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

export const createWebTransports = (post: PostToReceiver): Readonly<Record<SecretKind, Transport>> => ({
  ntfy: createWebTransport(post, ntfyRequest),
  discord: createWebTransport(post, discordRequest),
  slack: createWebTransport(post, slackRequest),
})

const createWebTransport = (
  post: PostToReceiver,
  requestOf: (message: Message, links: MessageLinks) => WebRequest,
): Transport => ({
  send: async (address, message, links) => {
    const { headers, body } = requestOf(message, links)
    return outcomeOf(await post(new URL(address), headers, body))
  },
})

/** 404 and 410 mean that the webhook or its channel was deleted. */
const outcomeOf = ({ status, fault, retryAfter }: PostOutcome): MessageOutcome => ({
  status,
  fault,
  retryAfter,
  ends: status === 404 || status === 410 ? 'refused' : null,
})

const ntfyRequest = ({ subject, text }: Message, { open }: MessageLinks): WebRequest => ({
  headers: {
    'Content-Type': 'text/plain; charset=utf-8',
    Title: `=?UTF-8?B?${Buffer.from(subject, 'utf8').toString('base64')}?=`,
    ...(open === undefined ? {} : { Click: open }),
  },
  body: shortened(text),
})

const discordRequest = ({ text }: Message): WebRequest =>
  jsonRequest({
    content: shortened(withoutMarkup(text, /[\\*_~`|>#[\]()<:@-]/g, (sign) => `\\${sign}`)),
    allowed_mentions: { parse: [] },
    // Suppresses previews of links.
    flags: 4,
  })

const slackEntities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
])

const slackRequest = ({ text }: Message): WebRequest =>
  jsonRequest({
    text: withoutMarkup(shortened(text), /[&<>]/g, (sign) => slackEntities.get(sign) ?? ''),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
  })

const jsonRequest = (body: object): WebRequest => ({
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

/** Escapes all lines but those of our own links: no other text of a message has a line to itself. */
const withoutMarkup = (text: string, signs: RegExp, escaped: (sign: string) => string): string =>
  text
    .split('\n')
    .map((line) => (/^https?:\/\/\S+$/.test(line) ? line : line.replace(signs, escaped)))
    .join('\n')

const shortened = (text: string): string => [...text].slice(0, longestText).join('')
