import { nearestWord } from '@p2p-rates/core'
import type { Side } from '@p2p-rates/sdk'
import { amountIn } from './amount.js'
import { usualExchanges } from './exchange-names.js'
import { Failure } from './failure.js'

/** Values that need no option: `sell 1200 usdt`, `50 000 UAH`, `binance`. */
export type Said = {
  readonly side?: Side
  readonly amount?: number
  readonly usdt?: number
  readonly exchange?: string
  readonly fiat?: string
}

/** Sorts words into their places, in any order. Neighbouring digits are one number. */
export function readWords(words: readonly string[]): Said {
  const said = new Map<string, string>()
  const say = (what: string, word: string) => {
    const before = said.get(what)
    if (before !== undefined) throw new Failure('usage', `${before} or ${word}? Only one of them can be meant.`)
    said.set(what, word)
  }
  const numbers: string[] = []
  for (const [index, word] of words.entries()) {
    const small = word.toLowerCase()
    if (/^\d/.test(word)) {
      if (numbers.length > 0 && !/^\d/.test(words[index - 1] ?? '')) say('amount', numbers.join(' '))
      numbers.push(word)
    } else if (small === 'buy' || small === 'sell') say('side', small)
    else if (small === 'usdt') say('unit', small)
    else if (small === 'all' || usualExchanges.includes(small)) say('exchange', small)
    else if (/^[a-z]{3}$/.test(small)) say('fiat', word.toUpperCase())
    else throw unknownWord(word)
  }
  if (numbers.length > 0) say('amount', numbers.join(' '))
  return saidAs(said)
}

function saidAs(said: ReadonlyMap<string, string>): Said {
  const [side, exchange, fiat, typed] = ['side', 'exchange', 'fiat', 'amount'].map((what) => said.get(what))
  const amount = typed === undefined ? undefined : amountIn(typed)
  if (amount === null)
    throw new Failure('usage', `${typed} is no amount.`, 'It is a number above 0, such as 50000 or 0.5.')
  return {
    ...(side === undefined ? {} : { side: side === 'buy' ? 'BUY' : 'SELL' }),
    ...(exchange === undefined ? {} : { exchange }),
    ...(fiat === undefined ? {} : { fiat }),
    ...(amount === undefined ? {} : said.has('unit') ? { usdt: amount } : { amount }),
  }
}

/** Options and words together. Where both are given, they must agree. */
export function withWords<O extends Said>(options: O, said: Said): O & Said {
  for (const [name, word] of Object.entries(said)) {
    const option = options[name as keyof Said]
    if (option !== undefined && option !== word)
      throw new Failure('usage', `${option} or ${word}? Only one of them can be meant.`)
  }
  return { ...options, ...said }
}

function unknownWord(word: string): Failure {
  const near = nearestWord(word, ['buy', 'sell', 'usdt', ...usualExchanges])
  const known = 'Say a side, an amount, a currency, an exchange: sell 1200 usdt, 50 000 UAH, binance.'
  return new Failure('usage', `${word} means nothing here.`, near === null ? known : `Did you mean ${near}?`)
}
