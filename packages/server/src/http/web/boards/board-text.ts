import { type RulePriceInput, toRulePriceResponse } from '@p2p-rates/contract'
import { cleanText } from '@p2p-rates/contract/words'
import type { BoardView } from '../../../market/price-pages/price-page-service.js'
import type { Language } from '../language.js'
import { fillPlaceholders } from '../page-words.js'
import { leastDigits } from '../price-sentences.js'

/** A price board as text, for page and picture. Control characters are removed; escaping is left to the caller. */
export type BoardText = {
  readonly language: Language
  readonly title: string
  readonly pair: string | null
  readonly lines: readonly BoardLine[]
  readonly asOf: { readonly iso: string; readonly words: string } | null
  readonly notes: readonly string[]
}

export type BoardLine = {
  readonly action: string
  /** Name of the rule; null if the action identifies it. */
  readonly name: string | null
  readonly price: string
  /** Below the price: its unit, or the problem. */
  readonly below: string
  readonly staleAsOf: string | null
  readonly state: 'fresh' | 'stands' | 'none'
}

export type BoardMarks = { readonly isSimulated: boolean; readonly isReplay: boolean }

/** Renders a board. Deterministic: every replica with the same data returns the same text. */
export function boardText({ board, prices }: BoardView, { isSimulated, isReplay }: BoardMarks): BoardText {
  const words = boardWords[board.lang]
  const times = timesOf(board.lang, board.tz)
  const shown = prices.map((facts) => ({ facts, ...toRulePriceResponse(facts) }))
  const [oldest = null] = shown
    .flatMap(({ as_of: at, value, facts }) => (at === null || value === null || reasonOf(facts) !== null ? [] : [at]))
    .toSorted()
  const fiats = [...new Set(shown.map(({ fiat }) => fiat))]
  return {
    language: board.lang,
    title: cleanText(board.title),
    pair: fiats.length === 1 ? `USDT / ${fiats[0]}` : null,
    lines: shown.map((one) => {
      const isAlone = shown.filter(({ side, fiat }) => side === one.side && fiat === one.fiat).length === 1
      return { ...lineOf(one.facts, board.lang, times, oldest), name: isAlone ? null : cleanText(one.name) }
    }),
    asOf: oldest === null ? null : { iso: oldest, words: fillPlaceholders(words.asOf, timed(oldest)) },
    notes: [
      ...(prices.length === 0 ? [words.empty] : []),
      ...(isSimulated ? [words.simulated] : []),
      ...(isReplay ? [words.replayed] : []),
    ],
  }

  function timed(iso: string) {
    return { time: times.time(iso), day: times.day(iso), clock: clockOf(board.tz, board.lang) }
  }
}

const reasonOf = ({ made }: RulePriceInput) => ('reason' in made ? made.reason : null)

function lineOf(
  facts: RulePriceInput,
  language: Language,
  times: LocalTimes,
  freshAsOf: string | null,
): Omit<BoardLine, 'name'> {
  const words = boardWords[language]
  const { side, fiat, value, basis, as_of: asOf } = toRulePriceResponse(facts)
  const reason = reasonOf(facts)
  const action = words.deed[side]
  if (value === null || asOf === null) {
    const below = reason === null ? '' : words.noPrice[reason]
    return { action, price: '—', below, staleAsOf: null, state: 'none' }
  }
  const price = formatBoardPrice(value, facts, fiat, language)
  if (reason === null) {
    const level = (['low', 'medium'] as const).find((one) => one === basis?.confidence.level)
    const doubt = level === undefined ? '' : ` · ${words.doubt[level]}`
    return { action, price, below: fillPlaceholders(words.unit, { fiat }) + doubt, staleAsOf: null, state: 'fresh' }
  }
  // Add the day if no fresh price shows it, because a page may stay open for days.
  const isSameDay = freshAsOf !== null && times.day(freshAsOf) === times.day(asOf)
  const time = isSameDay ? times.time(asOf) : `${times.day(asOf)}, ${times.time(asOf)}`
  return { action, price, below: fillPlaceholders(words.notFresh, { time }), staleAsOf: asOf, state: 'stands' }
}

/** Formats with the decimals of the rule's step, to align prices, but never drops a digit of the price. */
const formatBoardPrice = (price: number, { formula }: RulePriceInput, fiat: string, language: Language): string =>
  new Intl.NumberFormat(language, {
    minimumFractionDigits: Math.max(leastDigits(fiat), digitsOf(formula.arithmetic.step)),
    maximumFractionDigits: 8,
  }).format(price)

/** The smallest step is 0.0001. */
const digitsOf = (step: number | null): number => step?.toFixed(4).replace(/0+$/, '').split('.')[1]?.length ?? 0

type LocalTimes = { readonly time: (iso: string) => string; readonly day: (iso: string) => string }

function timesOf(language: Language, timeZone: string): LocalTimes {
  const locale = language === 'en' ? 'en-GB' : language
  const time = new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const day = new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'short' })
  return { time: (iso) => time.format(new Date(iso)), day: (iso) => day.format(new Date(iso)) }
}

function clockOf(zone: string, language: Language): string {
  const words = boardWords[language]
  const city = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
  // Browsers also use the old name of Kyiv.
  if (city === 'Kyiv' || city === 'Kiev') return words.kyivClock
  return zone.includes('/') ? fillPlaceholders(words.clock, { city }) : zone
}

const english = {
  /** By the side of a rule, as the reader sees it: on BUY the desk sells. */
  deed: { BUY: 'We sell USDT', SELL: 'We buy USDT' },
  unit: '{fiat} for 1 USDT',
  asOf: 'As of {time}, {clock} · {day}',
  doubt: { low: 'low confidence', medium: 'medium confidence' },
  notFresh: 'not fresh since {time}',
  clock: '{city} time',
  kyivClock: 'Kyiv time',
  empty: 'No prices are shown here at the moment.',
  simulated: 'These prices are simulated: no exchange has ever shown them.',
  replayed: 'These prices are of the past.',
  noPrice: {
    no_data: 'no fresh data',
    no_ads: 'no offers at the moment',
    too_few_ads: 'too few offers at the moment',
    amount_does_not_fit: 'offers are too small at the moment',
    not_positive: 'no price at the moment',
  },
  none: 'There is no price board at this address.',
  tooMany: { title: 'Too many requests came from here', todo: 'Wait {seconds} s. The board tries again by itself.' },
}

const ukrainian: typeof english = {
  deed: { BUY: 'Ми продаємо USDT', SELL: 'Ми купуємо USDT' },
  unit: '{fiat} за 1 USDT',
  asOf: 'Оновлено о {time} {clock} · {day}',
  doubt: { low: 'надійність низька', medium: 'надійність середня' },
  notFresh: 'без свіжих даних з {time}',
  clock: 'за часом {city}',
  kyivClock: 'за Києвом',
  empty: 'Наразі цін тут немає.',
  simulated: 'Ці ціни змодельовано: жодна біржа їх не показувала.',
  replayed: 'Це ціни з минулого.',
  noPrice: {
    no_data: 'немає свіжих даних',
    no_ads: 'наразі немає пропозицій',
    too_few_ads: 'наразі замало пропозицій',
    amount_does_not_fit: 'наразі пропозиції замалі',
    not_positive: 'наразі ціни немає',
  },
  none: 'За цією адресою немає табло.',
  tooMany: {
    title: 'Звідси надійшло забагато запитів',
    todo: 'Зачекайте {seconds} с. Табло спробує ще раз саме.',
  },
}

export const boardWords: Readonly<Record<Language, typeof english>> = { en: english, uk: ukrainian }
