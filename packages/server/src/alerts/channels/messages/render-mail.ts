import type { InboxLanguage } from '@p2p-rates/contract'
import type { Message } from '../message-and-transport.js'
import { formatMessage } from './format-message.js'
import { renderText } from './message-texts.js'

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
