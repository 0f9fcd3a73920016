/** A question to the bot about prices, as typed: currency and method may be unknown. */
export type PriceQuestion = { readonly fiat: string; readonly method: string | null } & (
  | { readonly about: 'rate' }
  | { readonly about: 'quote'; readonly side: 'BUY' | 'SELL'; readonly amount: string }
)

export type PriceCommand = PriceQuestion['about']

const rateWords = /^([a-z]{3,4})(?: (.{1,64}))?$/i
// A comma before three digits groups them, because no amount of money has three decimals.
const quoteWords = /^(?:(buy|sell) )?(\d{1,12}(?:\.\d{1,8})?|\d{1,3}(?:[ ,]\d{3}){1,3}) ?([a-z]{3,4})(?: (.{1,64}))?$/i

/** Parses the words after a command. Null if they are incomplete. */
export function readPriceQuestion(command: PriceCommand, typed: string): PriceQuestion | null {
  const words = typed.replace(/\s+/g, ' ').trim()
  if (command === 'rate') {
    const [, fiat, method = null] = rateWords.exec(words) ?? []
    return fiat === undefined ? null : { about: 'rate', fiat: fiat.toUpperCase(), method }
  }
  const [, side = 'buy', amount, fiat, method = null] = quoteWords.exec(words) ?? []
  if (amount === undefined || fiat === undefined) return null
  return {
    about: 'quote',
    side: side.toLowerCase() === 'sell' ? 'SELL' : 'BUY',
    amount: amount.replace(/[ ,]/g, ''),
    fiat: fiat.toUpperCase(),
    method,
  }
}
