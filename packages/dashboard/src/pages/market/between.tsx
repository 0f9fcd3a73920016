import type { Rates } from '@p2p-rates/contract'
import { bestPair } from '@p2p-rates/contract/words'
import { decimalsOf } from '../../formats/numbers.js'
import { exchangeName } from '../../listed/names.js'
import { useServices } from '../../services.js'

/** What buying on one exchange and selling on another at once would cost or earn. */
export function Between({ rates }: { readonly rates: Rates }) {
  const { speech, numbers } = useServices()
  const { show, say } = speech
  const pct = rates.cross_exchange_spread_pct
  const pair = bestPair(rates.exchanges)
  if (pct === null || pair === null) return null
  // In as many decimals as the prices have: two would make nothing of a difference in EUR.
  const decimals = decimalsOf([pair.buy, pair.sell], rates.fiat)
  const difference = Number((pair.sell - pair.buy).toFixed(decimals))
  const values = {
    a: exchangeName(pair.buyOn),
    b: exchangeName(pair.sellOn),
    money: `${numbers.price(Math.abs(difference), decimals)} ${rates.fiat}`,
  }
  const text = numbers.percent(Math.abs(pct))
  return (
    <p class="between">
      {difference < 0
        ? show('between.costs', { ...values, costs: <b>{say('between.costs.part', { pct: text })}</b> })
        : show('between.earns', { ...values, earns: <b>{say('between.earns.part', { pct: text })}</b> })}
    </p>
  )
}
