export type Numbers = {
  /** A published price, padded with zeros to the longest of its column, which claims nothing. */
  price(value: number, decimals: number): string
  /** A price in a chart or an average next to prices: rounded to their decimals. */
  rounded(value: number, decimals: number): string
  /** An average or what else was computed: never padded. */
  derived(value: number): string
  /** USDT in two pieces: what people read, and the digits that make the sum exact. */
  usdt(value: number): { readonly main: string; readonly rest: string }
  /** `0.61 %`, with two decimals and a space that does not break. */
  percent(value: number): string
  /** A change: always with its sign, unless it is nothing. */
  change(value: number): string
  /** Our own difference or projection: two decimals. */
  difference(value: number): string
  grouped(value: number): string
}

export function createNumbers(lang: string): Numbers {
  const format = (least: number, most: number, sign: 'auto' | 'exceptZero' = 'auto') => {
    const { format } = new Intl.NumberFormat(lang, {
      minimumFractionDigits: least,
      maximumFractionDigits: most,
      signDisplay: sign,
    })
    // Negative zero is nothing, and a hyphen is no minus.
    return (value: number) => format(value === 0 ? 0 : value).replace(/^-/, '−')
  }
  const exact = format(0, 8)
  const two = format(2, 2)
  const signed = format(2, 2, 'exceptZero')
  const six = format(6, 6)
  const padded = new Map<string, (value: number) => string>()

  function inDecimals(value: number, least: number, most: number): string {
    const name = `${least} ${most}`
    const known = padded.get(name) ?? format(least, most)
    padded.set(name, known)
    return known(value)
  }

  return {
    price: (value, decimals) => inDecimals(value, decimals, 8),
    rounded: (value, decimals) => inDecimals(value, decimals, decimals),
    derived: exact,
    usdt: (value) => {
      const text = six(value)
      return { main: text.slice(0, -4), rest: text.slice(-4).replace(/0+$/, '') }
    },
    percent: (value) => `${unsignedZero(two(value))}\u00a0%`,
    change: (value) => `${signed(roundedTo2(value))}\u00a0%`,
    difference: two,
    grouped: exact,
  }
}

const unsignedZero = (text: string): string => (/[1-9]/.test(text) ? text : text.replace('−', ''))
const roundedTo2 = (value: number): number => Math.round(value * 100) / 100

/** Currencies whose prices are written without decimals. */
const whole = new Set(['VND', 'IDR'])

/** Prices below are written with 3 decimals: a cent of them is more than most spreads. */
const smallPrice = 10

/** Decimals of all prices next to each other: what prices of this size usually have, or those of the longest. */
export function decimalsOf(prices: readonly (number | null)[], fiat: string): number {
  const known = prices.filter((price) => price !== null)
  const usual = whole.has(fiat) ? 0 : known.some((price) => Math.abs(price) < smallPrice) ? 3 : 2
  return Math.max(usual, ...known.map((price) => plainDigits(price).split('.')[1]?.length ?? 0))
}

/** Digits and a point, as the interface takes numbers: never with an exponent. */
export const plainDigits = (value: number): string =>
  value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 8 })
