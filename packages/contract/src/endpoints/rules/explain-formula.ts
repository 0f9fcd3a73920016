import type { Formula, FormulaPrice, FormulaStep, NoFormulaPriceReason } from '@p2p-rates/core'
import { usualExchanges } from '@p2p-rates/core/internal'

export function explainFormula(
  fiat: string,
  formula: Formula,
  { steps, exchanges }: Pick<FormulaPrice, 'steps' | 'exchanges'>,
): string {
  const [base, ...later] = steps
  const where = exchanges.length === 0 ? '' : `, on ${exchanges.map(usualExchanges.nameOf).join(', ')}`
  return [
    `${baseInWords(fiat, formula)} is ${base?.price} ${fiat}${where}.`,
    ...later.map(({ step, price }) => `${stepInWords[step](formula)}: ${price}.`),
  ].join(' ')
}

export const explainMissingPrice = (fiat: string, reason: NoFormulaPriceReason): string => reasonsInWords[reason](fiat)

function baseInWords(fiat: string, { base, side, n, amountFiat }: Formula): string {
  const deed = side === 'BUY' ? 'to buy USDT' : 'to sell USDT'
  switch (base) {
    case 'best':
      return `The best price ${deed}`
    case 'nth':
      return `The ${rankInWords(n ?? 1)} price ${deed}`
    case 'median':
      return `The median of the best prices ${deed}`
    case 'size':
      return `The average price ${deed} for ${amountFiat} ${fiat}`
  }
}

const ranks = ['best', 'second-best', 'third-best', 'fourth-best', 'fifth-best']

const rankInWords = (n: number): string => ranks[n - 1] ?? `best but ${n - 1}`

const moved = (by: number, unit: string): string => (by < 0 ? `With ${-by}${unit} off` : `With ${by}${unit} on top`)

const stepInWords: Readonly<Record<FormulaStep['step'], (formula: Formula) => string>> = {
  base: () => 'The base',
  offset_pct: ({ arithmetic }) => moved(arithmetic.offsetPct, ' %'),
  offset: ({ arithmetic }) => moved(arithmetic.offset, ''),
  rounding: ({ arithmetic: { step, rounding } }) => {
    const how = rounding === 'nearest' ? 'Rounded' : `Rounded ${rounding}`
    return step === null ? how : `${how} to a multiple of ${step}`
  },
  floor: () => 'Raised to the floor',
  ceiling: () => 'Lowered to the ceiling',
}

const reasonsInWords: Readonly<Record<NoFormulaPriceReason, (fiat: string) => string>> = {
  no_data: (fiat) => `There are no fresh prices of these exchanges for ${fiat}.`,
  no_ads: () => 'No ad is usable by a normal caller.',
  too_few_ads: () => 'There are fewer ads than the formula counts.',
  amount_does_not_fit: () => 'The trusted ads cannot fill the amount.',
  not_positive: () => 'The offsets leave no price above zero.',
}
