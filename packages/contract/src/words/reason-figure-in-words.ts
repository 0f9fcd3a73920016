import type { ReasonCode } from '@p2p-rates/core'

type Figure = {
  readonly reason: string
  readonly against: number
  readonly difference_pct: number
}

type Write = { readonly price: (value: number) => string; readonly percent: (value: number) => string }

/**
 * The comparison behind a reason as a sentence: "7.94 % below the market’s middle of 44.95." `find` looks a sentence up
 * by its name. Null for a reason of a newer server.
 */
export function reasonFigureInWords(
  find: (name: string) => string | null,
  { reason, against, difference_pct: pct }: Figure,
  write: Write,
): string | null {
  const kind = kinds.get(reason)
  if (kind === undefined) return null
  const sentence = find(`figure.${kind}.${pct < 0 ? 'below' : 'above'}`)
  return sentence?.replace('{pct}', write.percent(Math.abs(pct))).replace('{price}', write.price(against)) ?? null
}

const kinds = new Map<string, 'middle' | 'next' | 'exchanges' | 'other_side'>(
  Object.entries({
    unit_error: 'middle',
    price_outlier: 'middle',
    price_attractive: 'middle',
    stuck_at_top: 'middle',
    stale: 'middle',
    isolated: 'next',
    ahead_of_exchanges: 'exchanges',
    crosses_market: 'other_side',
  } satisfies { readonly [Code in ReasonCode]?: 'middle' | 'next' | 'exchanges' | 'other_side' }),
)

/** Returns true if the reason compares the price with the middle of the market. */
export const isAgainstMiddle = (reason: string): boolean => kinds.get(reason) === 'middle'
