import type { Translator } from '../../words/translator.js'

export function stateWords(translator: Translator, state: string | null): string {
  if (state === null) return translator.t('status.unseen')
  return state === 'partly' ? translator.t('status.partly') : translator.translateCode('source', state)
}
