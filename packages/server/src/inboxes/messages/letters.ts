import type { InboxLanguage } from '@p2p-rates/contract'
import type { Message } from '../message.js'
import { compose } from './compose.js'
import { sayTo } from './words.js'

export type LetterName = 'confirm' | 'reset' | 'join' | 'known'

/** A mail with one link to be opened. */
export function letterOf(
  kind: LetterName,
  { id, link, language }: { id: string; link: string; language: InboxLanguage },
): Message {
  const server = new URL(link).host
  return compose(id, sayTo(language, `${kind}.subject`, { server }), [
    { before: sayTo(language, `${kind}.text`, { server }), link },
    sayTo(language, `${kind}.else`),
  ])
}
