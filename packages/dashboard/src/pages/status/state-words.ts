import type { Translator } from '../../words/translator.js'

export function stateWords(speech: Translator, state: string | null): string {
  if (state === null) return speech.t('status.unseen')
  return state === 'partly' ? speech.t('status.partly') : speech.code('source', state)
}
