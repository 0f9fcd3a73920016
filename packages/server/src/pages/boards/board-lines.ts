import { presentRulePrice, type RulePriceFacts } from '@p2p-rates/contract'
import { cleanText } from '@p2p-rates/contract/words'
import type { BoardView } from '../../boards/board-view.js'
import type { Language } from '../language.js'
import { inserted } from '../page-words.js'
import { leastDigits } from '../price-sentences.js'
import { type BoardWords, boardWords } from './board-words.js'

/** A price board as text, for the page and the picture. Names are cleaned of what commands, and are still to be escaped. */
export type BoardText = {
  readonly language: Language
  readonly title: string
  readonly headings: Pick<BoardWords, 'what' | 'price' | 'age'>
  readonly lines: readonly BoardLine[]
  /** Below the prices: what is to be known of all of them. */
  readonly notes: readonly string[]
}

export type BoardLine = {
  readonly name: string
  /** What the desk does, and in which pair. */
  readonly deed: string
  readonly price: string
  readonly age: string
  /** Behind which the price stands; null where there is none. */
  readonly asOf: string | null
  readonly state: 'fresh' | 'stands' | 'none'
}

export type BoardMarks = { readonly isSimulated: boolean; readonly isReplay: boolean }

/** It depends on what is shown and on nothing else: every server that shows the same data writes the same. */
export function boardText({ board, prices }: BoardView, { isSimulated, isReplay }: BoardMarks): BoardText {
  const words = boardWords[board.lang]
  return {
    language: board.lang,
    title: cleanText(board.title),
    headings: words,
    lines: prices.map((facts) => lineOf(facts, board.lang, board.tz)),
    notes: [
      prices.length === 0 ? words.empty : inserted(words.zone, { zone: board.tz }),
      ...(isSimulated ? [words.simulated] : []),
      ...(isReplay ? [words.replayed] : []),
    ],
  }
}

function lineOf(facts: RulePriceFacts, language: Language, zone: string): BoardLine {
  const words = boardWords[language]
  const { name, side, fiat, value, as_of: asOf } = presentRulePrice(facts)
  const reason = 'reason' in facts.made ? facts.made.reason : null
  const named = { name: cleanText(name), deed: `${words.deed[side]} · USDT/${fiat}` }
  if (value === null || asOf === null)
    return { ...named, price: '—', age: reason === null ? '' : words.noPrice[reason], asOf: null, state: 'none' }
  const sentence = reason === null ? words.asOf : words.notFresh
  return {
    ...named,
    price: `${shownPrice(value, facts, fiat, language)}\u00a0${fiat}`,
    age: inserted(sentence, { time: shownTime(asOf, language, zone) }),
    asOf,
    state: reason === null ? 'fresh' : 'stands',
  }
}

/** With as many digits as the steps of the rule have, so that prices stay in line, and never fewer than the price has. */
const shownPrice = (price: number, { formula }: RulePriceFacts, fiat: string, language: Language): string =>
  new Intl.NumberFormat(language, {
    minimumFractionDigits: Math.max(leastDigits(fiat), digitsOf(formula.arithmetic.step)),
    maximumFractionDigits: 8,
  }).format(price)

/** No step is finer than a ten-thousandth. */
const digitsOf = (step: number | null): number => step?.toFixed(4).replace(/0+$/, '').split('.')[1]?.length ?? 0

/** With its day: a page may stand open for long. */
const shownTime = (iso: string, language: Language, timeZone: string): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    timeZone,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(iso))
