import type { BestPrice, Profile, Rates } from '@p2p-rates/sdk'
import { shownAsName } from '../exchange-names.js'
import { profileFacts } from '../input/about-me-note.js'
import { percent } from '../render/numbers.js'
import { type Cell, type ColumnOf, type Style, tableOf } from '../render/table.js'
import { age } from '../render/times.js'
import type { Report } from '../report.js'
import { say, shownAs } from '../words/say.js'

type Step = Pick<Profile, 'orders' | 'completion_pct' | 'account_days' | 'verified'> & {
  readonly caller: string
  readonly best_buy: BestPrice | null
  readonly best_sell: BestPrice | null
}

/** Best prices by the record of the caller, against those of the question. */
export function stepsReport(rates: Rates, nowMs: number): Report {
  const { fiat, best_buy, best_sell, profile, steps = [] } = rates
  const all: readonly Step[] = [
    ...(profile === undefined ? [] : [{ ...profile, caller: 'you', best_buy, best_sell }]),
    ...steps,
  ]
  const buy = priceColumns('buy', best_buy.price)
  const sell = priceColumns('sell', best_sell.price)
  return {
    answer: rates,
    records: steps,
    title: say('1 USDT in {fiat} by your record, best reliable prices, {age}', {
      fiat,
      age: age(rates.updated_at, nowMs),
    }),
    table: tableOf(all, [callerColumn, ...recordColumns, ...buy, ...sell], recordText),
  }
}

const callerColumn: ColumnOf<Step> = {
  name: 'caller',
  heading: 'who',
  shown: shownAs(() => ({
    you: say('you'),
    newcomer: say('newcomer'),
    usual: say('usual caller'),
    experienced: say('experienced caller'),
  })),
}

const recordColumns: readonly ColumnOf<Step>[] = [
  { name: 'orders', hidden: true },
  { name: 'completion_pct', hidden: true },
  { name: 'account_days', hidden: true },
  { name: 'verified', hidden: true },
]

/** Exchanges and methods are the same in all rows. */
const recordText = ({ orders, account_days, verified }: Step): string =>
  profileFacts({ orders, account_days, verified }).join(', ')

function priceColumns(side: 'buy' | 'sell', own: number): readonly ColumnOf<Step>[] {
  const best = (step: Step) => step[`best_${side}`]
  const differencePct = (step: Step): number | null => {
    const price = best(step)?.price
    return price === undefined || step.caller === 'you' ? null : Number(((price / own - 1) * 100).toFixed(2))
  }
  const style = (step: Step): Style | null => {
    const pct = differencePct(step) ?? 0
    return pct === 0 ? null : pct < 0 === (side === 'buy') ? 'good' : 'bad'
  }
  return [
    {
      name: `best_${side}`,
      heading: side === 'buy' ? 'you buy at' : 'you sell at',
      kind: 'price',
      value: (step) => best(step)?.price ?? null,
    },
    { name: `${side}_exchange`, heading: 'on', value: (step) => best(step)?.exchange ?? null, shown: shownAsName },
    {
      name: `${side}_difference_pct`,
      heading: 'difference',
      flexible: 2,
      value: differencePct,
      shown: lessOrMore,
      style,
    },
  ]
}

function lessOrMore(cell: Cell): string {
  if (typeof cell !== 'number') return ''
  if (cell === 0) return say('the same')
  return cell < 0
    ? say('{percent} less', { percent: percent(-cell) })
    : say('{percent} more', { percent: percent(cell) })
}
