import { featureOf } from '../../endpoint/define-endpoint.js'
import { markets } from '../../endpoints/service/markets.js'
import type { MarketInfo } from '../../generated/types.js'
import type { Tool } from '../tool.js'

/** `tools` are all there are: those whose endpoints the plan lacks are named. */
export const listMarkets = (tools: () => readonly Tool[]): Tool => ({
  name: 'list_markets',
  description:
    'Exchanges, currencies, limits of the plan and which tools it lacks. Call it when a code is unknown or a tool was refused.',
  params: {},
  endpoints: [markets],
  run: async (_, ask) => {
    const { exchanges, fiats, plan } = await ask(markets, {})
    return [
      `USDT on: ${exchanges.join(', ')}.`,
      `Currencies (fiat): ${fiats.map(({ code, name }) => `${code} ${name}`).join(', ')}.`,
      ...planLines(plan, tools()),
    ]
  },
})

function planLines({ features, ...plan }: MarketInfo['plan'], tools: readonly Tool[]): readonly string[] {
  // Direct clients have no server and no quota.
  if (plan.monthly_quota === Number.MAX_SAFE_INTEGER) return ['The exchanges are asked directly: there is no plan.']
  const lacking = tools.filter(({ endpoints }) => endpoints.some((endpoint) => !features.includes(featureOf(endpoint))))
  return [
    `Plan ${plan.name}: ${plan.requests_per_minute} requests a minute, ${plan.monthly_quota} a month, ${plan.orderbook_rows} ads of an order book, ${plan.history_hours} hours of history.`,
    lacking.length === 0
      ? 'It includes every tool.'
      : `It lacks ${lacking.map(({ name }) => name).join(', ')}: the operator of the server gives higher plans.`,
  ]
}
