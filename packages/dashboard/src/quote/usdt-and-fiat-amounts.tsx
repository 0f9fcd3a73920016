import { decimalsOf, type Numbers } from '../formats/numbers.js'

export function Usdt({
  value,
  numbers,
  large = false,
}: {
  readonly value: number
  readonly numbers: Numbers
  readonly large?: boolean
}) {
  const { main, rest } = numbers.usdt(value)
  return (
    <span class={large ? 'usdt nowrap large' : 'usdt nowrap'}>
      <b>{main}</b>
      {rest !== '' && <span class="rest">{rest}</span>}
      {large && <span class="unit"> USDT</span>}
    </span>
  )
}

export const moneyText = (value: number, fiat: string, numbers: Numbers): string =>
  Number.isInteger(value) ? numbers.grouped(value) : numbers.price(value, decimalsOf([], fiat))

export function usdtText(value: number, numbers: Numbers): string {
  const { main, rest } = numbers.usdt(value)
  return `${main}${rest} USDT`
}
