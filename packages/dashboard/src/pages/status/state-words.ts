import type { Speech } from '../../words/speech.js'

/** A state in words; strips have two of their own. */
export function stateWords(speech: Speech, state: string | null): string {
  if (state === null) return speech.say('status.unseen')
  return state === 'partly' ? speech.say('status.partly') : speech.code('source', state)
}
