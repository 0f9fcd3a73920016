import { type CodeKind, codeInWords, whyInWords } from '@p2p-rates/contract/words'
import type { ComponentChild } from 'preact'
import type { Dictionary, Filling, Key } from './dictionary.js'
import type { Language } from './languages.js'

export type Translator = {
  readonly lang: Language
  /** A sentence as text. A number in a slot is grouped as the language does it. */
  t<Name extends Key>(name: Name, ...filling: Filling<Name, string | number>): string
  /** The same sentence with pieces of a page in its slots. */
  tRich<Name extends Key>(name: Name, ...filling: Filling<Name, ComponentChild>): ComponentChild[]
  /** A code in words; one that only a newer server knows as it is, harmlessly. */
  translateCode(kind: CodeKind, translateCode: string): string
  /** The sentence behind a code; `null` for an unknown one. */
  explainCode(kind: 'source' | 'reason', translateCode: string): string | null
  /** A sentence whose name is made of a code; `null` for a code that has none. */
  findText(name: string): string | null
}

type Values = Readonly<Record<string, ComponentChild>>

export function createTranslator(words: Dictionary, lang: Language): Translator {
  const forms = new Intl.PluralRules(lang)
  const numbers = new Intl.NumberFormat(lang, { maximumFractionDigits: 8 })

  function sentence(name: Key, values: Values): string {
    const found = words[name]
    if (typeof found === 'string') return found
    return found[forms.select(Number(values.n))] ?? found.other
  }

  const shown = (value: ComponentChild): ComponentChild => (typeof value === 'number' ? numbers.format(value) : value)

  const pieces = (name: Key, values: Values = {}): ComponentChild[] =>
    sentence(name, values)
      .split(/\{(\w+)\}/)
      .map((piece, at) => (at % 2 === 0 ? piece : shown(values[piece])))
      .filter((piece) => piece !== '')

  return {
    lang,
    t: (name, ...[values]) => pieces(name, values as Values).join(''),
    tRich: (name, ...[values]) => pieces(name, values as Values),
    translateCode: (kind, code) => codeInWords(words, kind, code),
    explainCode: (kind, code) => whyInWords(words, kind, code),
    findText: (name) => {
      const found = Object.hasOwn(words, name) ? words[name as Key] : null
      return typeof found === 'string' ? found : null
    },
  }
}
