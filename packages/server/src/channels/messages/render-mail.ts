import type { InboxLanguage } from '@p2p-rates/contract'
import type { Message } from '../message.js'
import { buildMessage } from './build-message.js'
import { renderText } from './words.js'

export type LetterName = 'confirm' | 'reset' | 'join' | 'known'

export function renderMail(
  kind: LetterName,
  { id, link, language }: { id: string; link: string; language: InboxLanguage },
): Message {
  const server = new URL(link).host
  return buildMessage(id, renderText(language, `${kind}.subject`, { server }), [
    { before: renderText(language, `${kind}.text`, { server }), link },
    renderText(language, `${kind}.else`),
  ])
}
