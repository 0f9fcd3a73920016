import { cleanText } from '@p2p-rates/contract/words'
import type { Quote, Side } from '@p2p-rates/sdk'
import type { Cli } from '../cli.js'
import { adLink } from '../render/ad-link.js'
import { grouped, moneyText, percent } from '../render/numbers.js'
import { noSimulatedAddress } from '../simulated.js'

type Fill = Quote['fills'][number]

export type ShownAds = {
  link(exchange: string, url: string | null | undefined): string | null
  address(exchange: string, url: string | null | undefined): string | null
  facts(fill: Fill, side: Side, fiat: string): string
}

export function adsOf(cli: Pick<Cli, 'options'>): ShownAds {
  const address: ShownAds['address'] = (exchange, url) => (cli.options.links === true ? adLink(exchange, url) : null)
  return {
    link: adLink,
    address,
    facts: (fill, side, fiat) => {
      const url = address(fill.exchange, fill.url)
      return [limits(fill, fiat), record(fill), ways(fill, side), ...(url === null ? [] : [url])]
        .filter((fact) => fact !== '')
        .join('; ')
    },
  }
}

export function tellWhyNoLinks(cli: Pick<Cli, 'options' | 'isSimulated' | 'terminal'>): void {
  if (cli.options.links === true && cli.isSimulated()) cli.terminal.note(noSimulatedAddress)
}

/** An older server may not send them. */
const limits = ({ min_amount: from, max_amount: to }: Partial<Fill>, fiat: string): string =>
  from === undefined || to === undefined ? '' : `accepts ${moneyText(from)} to ${moneyText(to)} ${fiat}`

function record({ completed_orders: orders, completion_pct: rate }: Partial<Fill>): string {
  const done = orders == null ? '' : `${grouped(orders)} orders`
  const share = rate == null ? '' : `${percent(rate)} completed`
  return [done, share].filter((fact) => fact !== '').join(', ')
}

const ways = ({ payment_methods: methods = [] }: Partial<Fill>, side: Side): string =>
  methods.length === 0 ? '' : `${side === 'BUY' ? 'pay with' : 'paid with'} ${methods.map(cleanText).join(', ')}`
