import type { Translator } from '../../words/translator.js'

/** A state in words; strips have two of their own. */
export function stateWords(speech: Translator, state: string | null): string {
  if (state === null) return speech.t('status.unseen')
  return state === 'partly' ? speech.t('status.partly') : speech.code('source', state)
}
