import { price } from '../../endpoints/history/price.js'
import { index } from '../../endpoints/prices/reference-index.js'
import type { PriceAt, ReferenceIndex } from '../../generated/types.js'
import { type CallEndpoint, fiatArgument, type Tool } from '../tool.js'
import { confidenceLine } from './confidence-line.js'

export const getReferencePrice: Tool = {
  name: 'get_reference_price',
  description:
    'Value of 1 USDT: index now, central bank rate, dollar price; with at, index and best prices recorded then.',
  params: { fiat: fiatArgument, at: { type: 'string', description: 'ISO 8601 with zone' } },
  endpoints: [index, price],
  run: async ({ fiat, at }, ask) => {
    if (at === undefined) return worthNow(fiat, ask)
    const recorded = await ask(price, { fiat, at, exchange: 'index' })
    const best = await ask(price, { fiat, at, exchange: 'best' })
    return [
      `1 USDT in the 5 minutes from ${recorded.slot}:`,
      `Reference index: ${pricesOf(recorded)}.`,
      `Best of all exchanges: ${pricesOf(best)}.`,
    ]
  },
}

async function worthNow(wanted: string | undefined, ask: CallEndpoint): Promise<readonly string[]> {
  const now = await ask(index, { fiat: wanted })
  const { fiat, official } = now
  return [
    `1 USDT is worth ${now.value} ${fiat}; buying costs ${now.buy}, selling brings ${now.sell}. ${confidenceLine(now.confidence)}`,
    ...(now.change_24h_pct === null ? [] : [`Change in 24 hours: ${now.change_24h_pct}%.`]),
    official === null
      ? 'The rate of the central bank is not known.'
      : `${official.source}, ${official.day}: 1 USD = ${official.rate} ${fiat}. Premium of USDT: ${now.premium_pct}%.`,
    ...usdtUsdLine(now),
    `Cite: ${now.cite}`,
  ]
}

/** Empty if unknown, also because the server is older. */
function usdtUsdLine({ usdt_usd: usdtUsd }: Partial<ReferenceIndex>): readonly string[] {
  if (!usdtUsd) return []
  const { rate, source, observed_at: at } = usdtUsd
  return [`${source}, ${at}: 1 USDT = ${rate} USD. These prices are not corrected by it.`]
}

function pricesOf({ fiat, buy, sell, reason, sources }: PriceAt): string {
  if (reason !== null) return `no price, ${whyNone[reason] ?? reason}`
  const figure = (one: number | null) => (one === null ? 'no reliable price' : `${one} ${fiat}`)
  return `buying cost ${figure(buy)}, selling brought ${figure(sell)} (${sources} exchanges)`
}

const whyNone: Readonly<Record<string, string>> = {
  gap: 'nothing reliable was recorded',
  future: 'this time has not begun',
  before_coverage: 'recording began later',
  beyond_plan: 'the plan does not see that far back',
}
