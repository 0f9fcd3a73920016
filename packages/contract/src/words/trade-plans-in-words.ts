import type { Quote } from '../generated/types.js'
import type { SharedWords } from './shared-words.js'

export type TradePlanWriting = {
  readonly exchange: (id: string) => string
  readonly advertiser: (nickname: string) => string
  readonly money: (value: number, unit: string) => string
  readonly difference: (value: number) => string
}

/**
 * The plans of a quote, the simplest first: "One trade: 1,116.82 USDT from CedarDesk on Bitget. Two on Bitget: +1.42. Three
 * on two exchanges: +1.56, less 1 USDT to move." Empty if the whole amount cannot be traded, or if the server is older.
 */
export function tradePlansInWords(
  words: SharedWords,
  quote: PlansOf,
  { exchange, advertiser, money, difference }: TradePlanWriting,
): string {
  const { side, fiat, amount, plans = [] } = quote
  const [simplest, ...further] = plans
  if (simplest === undefined) return ''
  const unit = amount === null ? fiat : 'USDT'
  const sumOf = (plan: Plan): number => (amount === null ? plan.total_fiat : plan.total_usdt)
  const isPaid = (side === 'BUY') === (amount === null)
  const place = ({ exchanges }: Plan): string => {
    const [first, ...others] = exchanges
    return others.length === 0 && first !== undefined
      ? filled(words['plans.on_one'], { exchange: exchange(first) })
      : filled(words['plans.on_several'], { exchanges: counted(words['plans.exchanges'], exchanges.length) })
  }
  const slotsOf = (plan: Plan, sum: string) => ({
    sum,
    place: place(plan),
    trades: counted(words['plans.trades'], plan.trades),
    who: advertiser(plan.fills[0]?.nickname ?? ''),
    moving: plan.transfer_usdt > 0 ? filled(words['plans.moving'], { fee: plan.transfer_usdt }) : '',
  })
  const firstSentence = simplest.trades > 1 ? 'plans.many' : isPaid ? 'plans.paid' : 'plans.got'
  const first = sentence(words[firstSentence], slotsOf(simplest, money(sumOf(simplest), unit)))
  const more = further.map((plan) => {
    const gain = difference(Math.abs(sumOf(plan) - sumOf(simplest)))
    return sentence(words[isPaid ? 'plans.saves' : 'plans.gains'], slotsOf(plan, gain))
  })
  return [first, ...more].join(' ')
}

export function recommendedInWords(words: SharedWords, quote: PlansOf): string {
  const { plans = [], trade_worth_usdt: worth = 0 } = quote
  const plan = plans.find(({ recommended }) => recommended)
  if (plans.length < 2 || plan === undefined) return ''
  const text = plan.trades === 1 ? words['plans.worth.one'] : words['plans.worth.many']
  return sentence(text, { trades: counted(words['plans.trades'], plan.trades), worth })
}

/** An older server has no plans. */
type PlansOf = Pick<Quote, 'side' | 'fiat' | 'amount'> & Partial<Pick<Quote, 'plans' | 'trade_worth_usdt'>>
type Plan = Quote['plans'][number]
type Slots = Readonly<Record<string, string | number>>

/** A number in words: the list has 0 to 10, then a form for all larger numbers, or those for 21, 22 and 25. */
function counted(list: string, n: number): string {
  const forms = list.split('|')
  const [words, larger] = [forms.slice(0, 11), forms.slice(11)]
  const isTeen = Math.floor(n / 10) % 10 === 1
  const place = isTeen || n % 10 === 0 || n % 10 > 4 ? 2 : n % 10 === 1 ? 0 : 1
  return filled(words[n] ?? larger[place] ?? larger[0] ?? '', { n })
}

const filled = (text: string, slots: Slots): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(slots[name] ?? ''))

const sentence = (text: string, slots: Slots): string =>
  filled(text, slots).replace(/^./u, (letter) => letter.toUpperCase())
