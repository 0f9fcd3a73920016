import { inWords } from '@p2p-rates/contract/words'
import { en } from '@p2p-rates/contract/words/en'

/** A reason in plain words. An unknown code of a newer server is shown as it is. */
export const reasonInWords = (code: string): string => inWords(en, 'reason', code)

export const sentenceNamed = (name: string): string | null =>
  Object.hasOwn(en, name) ? en[name as keyof typeof en] : null
