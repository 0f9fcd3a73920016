import type { SharedWords } from '@p2p-rates/contract/words'
import { en } from '@p2p-rates/contract/words/en'
import type { Language } from './language.js'

export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>

/** Translations by the English text, or by its `other` form. */
export type Translations = Readonly<Record<string, string | Plural>>

type SlotsIn<Text> = Text extends `${string}{${infer Slot}}${infer Rest}` ? Slot | SlotsIn<Rest> : never
type Values<Slot extends string> = Readonly<Record<Slot, string | number>>
type Filling<Text extends string> = [SlotsIn<Text>] extends [never] ? readonly [] : readonly [Values<SlotsIn<Text>>]

type ActiveTranslations = {
  readonly language: Language
  readonly shared: SharedWords
  readonly own: Translations
  readonly foreign: (text: string, code: string) => string
}

const english: ActiveTranslations = { language: 'en', shared: en, own: {}, foreign: (text) => text }

/** A process speaks one language. `runCommand` chooses it before anything is printed. */
let active = english

export async function setLanguage(language: Language): Promise<void> {
  active = english
  if (language === 'en') return
  const [{ uk: shared }, { uk: own }, { foreignIn }] = await Promise.all([
    import('@p2p-rates/contract/words/uk'),
    import('./uk.js'),
    import('./uk/foreign.js'),
  ])
  active = { language, shared, own, foreign: foreignIn(shared) }
}

export const language = (): Language => active.language

/** Output for programs is English in every language. */
export function inEnglish<T>(make: () => T): T {
  const before = active
  active = english
  try {
    return make()
  } finally {
    active = before
  }
}

/** Dictionary of codes that the pages use, too. */
export const sharedWords = (): SharedWords => active.shared

/** An English sentence in the language of the user, with values in its slots. */
export const say = <const Text extends string>(text: Text, ...[values]: Filling<Text>): string =>
  fill(formOf(active.own[text] ?? text, values), values)

/** A sentence that depends on the number `n`. */
export const sayCount = <const One extends string, const Other extends string>(
  english: { readonly one: One; readonly other: Other },
  values: Values<Exclude<SlotsIn<One> | SlotsIn<Other>, 'n' | 'count'>> & {
    readonly n: number
    readonly count?: string
  },
): string => fill(formOf(active.own[english.other] ?? english, values), values)

/** "a or b or c" */
export const anyOf = (names: readonly string[]): string =>
  names.length === 0 ? '' : names.reduce((one, other) => say('{one} or {other}', { one, other }))

/** "a, b and c" */
export function allOf(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : say('{names} and {last}', { names: names.slice(0, -1).join(', '), last })
}

/** A text that was not written here, such as a heading: translated if the dictionary has it. */
export function translated(text: string): string {
  const found = active.own[text]
  return typeof found === 'string' ? found : text
}

/** A sentence of the server, the SDK or the parser: translated by its wording, else by its code. */
export const foreign = (text: string, code = ''): string => active.foreign(text, code)

/** Shows the codes of a column in words; an unknown code of a newer server as it is. */
export const shownAs =
  (words: () => Readonly<Record<string, string>>) =>
  (code: unknown): string => {
    const all = words()
    return (Object.hasOwn(all, String(code)) ? all[String(code)] : undefined) ?? String(code)
  }

/** Levels of confidence. */
export const levelInWords = shownAs(() => ({ low: say('low'), medium: say('medium'), high: say('high') }))

/** Kinds of payment methods. */
export const classInWords = shownAs(() => ({
  bank: say('bank'),
  card: say('card'),
  wallet: say('wallet'),
  cash: say('cash'),
  voucher: say('voucher'),
  transfer: say('transfer'),
}))

function formOf(text: string | Plural, values: object | undefined): string {
  if (typeof text === 'string') return text
  const n = values !== undefined && 'n' in values ? Number(values.n) : Number.NaN
  return text[new Intl.PluralRules(active.language).select(n)] ?? text.other
}

const fill = (text: string, values: object = {}): string =>
  text.replace(/\{(\w+)\}/g, (slot, name: string) =>
    Object.hasOwn(values, name) ? String(values[name as keyof typeof values]) : slot,
  )
