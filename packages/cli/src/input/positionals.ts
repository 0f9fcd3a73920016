import { canonicalMethod, fiatNames, nearestMethod } from '@p2p-rates/core'
import { nearestWord } from '@p2p-rates/core/internal'
import type { Side } from '@p2p-rates/sdk'
import { CliError, twoGiven } from '../cli-error.js'
import { usualExchanges } from '../exchange-names.js'
import { say } from '../words/say.js'
import { parseAmount } from './amount.js'
import { hoursIn } from './time-span.js'

/** Values that need no option: `sell 1200 usdt`, `50 000 UAH monobank`, `binance`, `72h`. */
export type PositionalArgs = {
  readonly side?: Side
  readonly amount?: number
  readonly amountUsdt?: number
  /** An id; several with commas between them. */
  readonly exchange?: string
  readonly fiat?: string
  readonly paymentMethod?: readonly string[]
  /** Hours back from now. */
  readonly last?: number
}

const kinds = {
  exchange: () => say('exchange'),
  exchanges: () => say('exchange'),
  side: () => say('side'),
  amount: () => say('amount'),
  fiat: () => say('currency'),
  method: () => say('payment method'),
  span: () => say('span'),
} as const
export type PositionalKind = keyof typeof kinds

const examples: Readonly<Record<PositionalKind, string>> = {
  side: 'sell',
  amount: '20000',
  fiat: 'UAH',
  exchange: 'binance',
  exchanges: 'binance okx',
  method: 'monobank',
  span: '72h',
}

const pluralNames = {
  side: 'sides',
  amount: 'amounts',
  fiat: 'currencies',
  exchange: 'exchanges',
  exchanges: 'exchanges',
  method: 'payment methods',
  span: 'spans',
  unit: 'units',
  amountUsdt: 'amounts',
  paymentMethod: 'payment methods',
  last: 'spans in hours',
} as const

const tradeKinds = ['side', 'amount', 'fiat', 'exchange', 'method'] as const satisfies readonly PositionalKind[]

export const quoteKinds = ['side', 'amount', 'fiat', 'exchanges', 'method'] as const satisfies readonly PositionalKind[]

/** Sorts words into their places, in any order. Neighbouring digits are one number. */
export function parsePositionals(
  words: readonly string[],
  allowed: readonly PositionalKind[] = tradeKinds,
): PositionalArgs {
  const valueByKind = new Map<string, string>()
  const methods: string[] = []
  const exchanges: string[] = []
  const setOnce = (what: PositionalKind | 'unit', word: string) => {
    const before = valueByKind.get(what)
    if (before !== undefined) throw twoGiven(pluralNames[what], before, word)
    valueByKind.set(what, word)
  }
  const numbers: string[] = []
  for (const [index, word] of words.entries()) {
    const kind = kindOf(word, allowed)
    if (kind === null) throw unknownWord(word, allowed)
    if (kind === 'amount') {
      if (numbers.length > 0 && !/^\d/.test(words[index - 1] ?? '')) setOnce('amount', numbers.splice(0).join(' '))
      numbers.push(word)
    } else if (kind === 'method') methods.push(word)
    else if (kind === 'exchanges') exchanges.push(word.toLowerCase())
    else setOnce(kind, kind === 'fiat' ? word.toUpperCase() : word.toLowerCase())
  }
  if (numbers.length > 0) setOnce('amount', numbers.join(' '))
  if (exchanges.length > 0) setOnce('exchange', exchanges.join(','))
  return { ...toPositionalArgs(valueByKind), ...(methods.length === 0 ? {} : { paymentMethod: methods }) }
}

export function parseFiatsAndPositionals(words: readonly string[]): {
  readonly fiats: readonly string[]
  readonly positionals: PositionalArgs
} {
  const allowed = ['fiat', 'exchanges', 'method'] as const
  const fiats = words.filter((word) => kindOf(word, allowed) === 'fiat')
  const others = words.filter((word) => !fiats.includes(word))
  return { fiats: fiats.map((fiat) => fiat.toUpperCase()), positionals: parsePositionals(others, allowed) }
}

function kindOf(word: string, allowed: readonly PositionalKind[]): PositionalKind | 'unit' | null {
  const small = word.toLowerCase()
  const isExchange = [...usualExchanges, ...(allowed.includes('span') ? ['best', 'index'] : ['all'])].includes(small)
  const isMethod = allowed.includes('method') && canonicalMethod(word) !== null
  const is: readonly (readonly [PositionalKind, boolean])[] = [
    ['span', hoursIn(small) !== null || (!allowed.includes('amount') && /^\d+$/.test(word))],
    ['amount', /^\d/.test(word)],
    ['side', small === 'buy' || small === 'sell'],
    ['exchange', isExchange],
    ['exchanges', isExchange],
    ['fiat', Object.hasOwn(fiatNames, word.toUpperCase())],
    ['method', isMethod],
    // A server may know more currencies than this version.
    ['fiat', /^[a-z]{3}$/.test(small)],
  ]
  if (small === 'usdt' && allowed.includes('amount')) return 'unit'
  return is.find(([kind, fits]) => fits && allowed.includes(kind))?.[0] ?? null
}

function toPositionalArgs(valueByKind: ReadonlyMap<string, string>): PositionalArgs {
  const [side, exchange, fiat, typed, span] = ['side', 'exchange', 'fiat', 'amount', 'span'].map((what) =>
    valueByKind.get(what),
  )
  const amount = typed === undefined ? undefined : parseAmount(typed)
  return {
    ...(side === undefined ? {} : { side: side === 'buy' ? 'BUY' : 'SELL' }),
    ...(exchange === undefined ? {} : { exchange }),
    ...(fiat === undefined ? {} : { fiat }),
    ...(amount === undefined ? {} : valueByKind.has('unit') ? { amountUsdt: amount } : { amount }),
    ...(span === undefined ? {} : { last: hoursIn(span) ?? Number(span) }),
  }
}

/** Options and words together. Where both are given, they must agree; ways to pay add up. */
export function withPositionals<O extends PositionalArgs>(
  options: O,
  { paymentMethod = [], ...said }: PositionalArgs,
): O & PositionalArgs {
  for (const [name, word] of Object.entries(said)) {
    const option = options[name as keyof PositionalArgs]
    if (option !== undefined && option !== word) throw twoGiven(pluralNames[name as keyof PositionalArgs], option, word)
  }
  const methods = [...(options.paymentMethod ?? []), ...paymentMethod]
  return { ...options, ...said, ...(methods.length === 0 ? {} : { paymentMethod: methods }) }
}

function unknownWord(word: string, allowed: readonly PositionalKind[]): CliError {
  const known = [
    ...(allowed.includes('side') ? ['buy', 'sell'] : []),
    ...(allowed.includes('amount') ? ['usdt'] : []),
    ...(allowed.includes('exchange') || allowed.includes('exchanges') ? usualExchanges : []),
  ]
  const near = nearestWord(word, known) ?? (allowed.includes('method') ? nearestMethod(word) : null)
  const all = Object.entries(kinds).flatMap(([kind, name]) =>
    allowed.includes(kind as PositionalKind) ? [name()] : [],
  )
  const expected = listed(all)
  return new CliError(
    'usage',
    /^[aeiou]/.test(expected)
      ? say('"{word}" is not an {kinds}.', { word, kinds: expected })
      : say('"{word}" is not a {kinds}.', { word, kinds: expected }),
    near === null
      ? say('Expected words such as: {words}', { words: allowed.map((kind) => examples[kind]).join(' ') })
      : say('Did you mean {near}?', { near }),
  )
}

const listed = (names: readonly string[]): string =>
  names.length < 2
    ? names.join('')
    : say('{names} or {last}', { names: names.slice(0, -1).join(', '), last: names.at(-1) ?? '' })
