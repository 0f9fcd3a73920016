import { decimalsOf, type Numbers } from '../formats/numbers.js'

/** The digits that people read, and smaller those that make the sum exact. */
export function Usdt({ value, numbers }: { readonly value: number; readonly numbers: Numbers }) {
  const { main, rest } = numbers.usdt(value)
  return (
    <span class="nowrap">
      {main}
      {rest !== '' && <span class="faint small">{rest}</span>}
    </span>
  )
}

export const moneyText = (value: number, fiat: string, numbers: Numbers): string =>
  Number.isInteger(value) ? numbers.grouped(value) : numbers.price(value, decimalsOf([], fiat))

export function usdtText(value: number, numbers: Numbers): string {
  const { main, rest } = numbers.usdt(value)
  return `${main}${rest} USDT`
}

/** `20,000 UAH` or `447.63 USDT`. */
export const amountText = (value: number, unit: 'fiat' | 'usdt', fiat: string, numbers: Numbers): string =>
  unit === 'fiat' ? `${moneyText(value, fiat, numbers)} ${fiat}` : usdtText(value, numbers)
