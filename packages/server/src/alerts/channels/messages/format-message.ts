import type { InboxLanguage } from '@p2p-rates/contract'
import { cleanText } from '@p2p-rates/contract/words'
import type { Message } from '../message-and-transport.js'
import { renderText } from './message-texts.js'

export type MessageLine = string | { readonly before: string; readonly link: string }

export function formatMessage(id: string, subject: string, given: readonly (MessageLine | null)[]): Message {
  const title = oneLine(subject)
  const lines = given.filter((line) => line !== null)
  return {
    id,
    subject: title,
    text: lines.map(plain).join('\n'),
    html: `<!doctype html><meta charset="utf-8"><title>${escaped(title)}</title>${lines.map(paragraph).join('')}`,
  }
}

const plain = (line: MessageLine): string =>
  typeof line === 'string' ? oneLine(line) : `${oneLine(line.before)}\n${line.link}`

const paragraph = (line: MessageLine): string =>
  typeof line === 'string'
    ? `<p>${escaped(oneLine(line))}</p>`
    : `<p>${escaped(oneLine(line.before))}<br><a href="${escaped(line.link)}">${escaped(line.link)}</a></p>`

/** Collapses untrusted text to one line, so that it cannot inject a mail header. */
const oneLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ').trim()

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities.get(sign) ?? '')

export type MailTemplate = 'confirm' | 'reset' | 'join' | 'known'

export function renderMail(
  kind: MailTemplate,
  { id, link, language }: { id: string; link: string; language: InboxLanguage },
): Message {
  const server = new URL(link).host
  return formatMessage(id, renderText(language, `${kind}.subject`, { server }), [
    { before: renderText(language, `${kind}.text`, { server }), link },
    renderText(language, `${kind}.else`),
  ])
}
