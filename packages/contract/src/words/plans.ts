import type { Quote } from '../quote.js'

export type PlanWriting = {
  readonly exchange: (id: string) => string
  readonly advertiser: (nickname: string) => string
  readonly money: (value: number, unit: string) => string
  readonly difference: (value: number) => string
}

/**
 * The plans of a quote, the simplest first: "One trade: 1,116.82 USDT from CedarDesk on Bitget. Two on Bitget: +1.42. Three
 * on two exchanges: +1.56, less 1 USDT to move." Empty if the whole amount cannot be traded, or if the server is older.
 */
export function plansInWords(quote: PlansOf, { exchange, advertiser, money, difference }: PlanWriting): string {
  const { side, fiat, amount, plans = [] } = quote
  const [simplest, ...further] = plans
  if (simplest === undefined) return ''
  const unit = amount === null ? fiat : 'USDT'
  const sumOf = (plan: Plan): number => (amount === null ? plan.total_fiat : plan.total_usdt)
  const isPaid = (side === 'BUY') === (amount === null)
  const place = ({ exchanges }: Plan): string => {
    const [first, ...others] = exchanges
    return others.length === 0 && first !== undefined
      ? `on ${exchange(first)}`
      : `on ${inWords(exchanges.length)} exchanges`
  }
  const moving = ({ transfer_usdt: fee }: Plan): string => (fee > 0 ? `, less ${fee} USDT to move` : '')
  const [fill] = simplest.fills
  const from = `${isPaid ? 'to' : 'from'} ${advertiser(fill?.nickname ?? '')} `
  const first =
    simplest.trades === 1
      ? `One trade: ${money(sumOf(simplest), unit)} ${from}${place(simplest)}.`
      : `${capital(inWords(simplest.trades))} trades ${place(simplest)}: ${money(sumOf(simplest), unit)}${moving(simplest)}.`
  const more = further.map((plan) => {
    const gain = difference(Math.abs(sumOf(plan) - sumOf(simplest)))
    return `${capital(inWords(plan.trades))} ${place(plan)}: ${isPaid ? `saves ${gain}` : `+${gain}`}${moving(plan)}.`
  })
  return [first, ...more].join(' ')
}

export function recommendedInWords(quote: PlansOf): string {
  const { plans = [], trade_worth_usdt: worth } = quote
  const plan = plans.find(({ recommended }) => recommended)
  if (plans.length < 2 || plan === undefined) return ''
  const trades = plan.trades === 1 ? 'The one trade' : `The ${inWords(plan.trades)} trades`
  return `${trades} below gain most if one more trade costs ${worth} USDT of your time.`
}

/** An older server has no plans. */
type PlansOf = Pick<Quote, 'side' | 'fiat' | 'amount'> & Partial<Pick<Quote, 'plans' | 'trade_worth_usdt'>>
type Plan = Quote['plans'][number]

const small = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const inWords = (count: number): string => small[count] ?? String(count)
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
