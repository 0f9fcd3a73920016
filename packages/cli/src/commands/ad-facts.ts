import { cleanText } from '@p2p-rates/contract/words'
import type { Quote, Side } from '@p2p-rates/sdk'
import type { Cli } from '../cli.js'
import { adLink } from '../render/ad-link.js'
import { grouped, percent } from '../render/numbers.js'

type Fill = Quote['fills'][number]

/** How an ad is shown beside its price. */
export type ShownAds = {
  /** The address where it can be seen; none when it is simulated. */
  link(exchange: string, url: string | null | undefined): string | null
  /** The address as text, when it is wanted. */
  address(exchange: string, url: string | null | undefined): string | null
  /** Facts to know before taking it. */
  facts(fill: Fill, side: Side, fiat: string): string
}

export function adsOf(cli: Pick<Cli, 'options' | 'isSimulated'>): ShownAds {
  const link: ShownAds['link'] = (exchange, url) => (cli.isSimulated() ? null : adLink(exchange, url))
  const address: ShownAds['address'] = (exchange, url) => (cli.options.links === true ? link(exchange, url) : null)
  return {
    link,
    address,
    facts: (fill, side, fiat) => {
      const url = address(fill.exchange, fill.url)
      return [limits(fill, fiat), record(fill), ways(fill, side), ...(url === null ? [] : [url])]
        .filter((fact) => fact !== '')
        .join('; ')
    },
  }
}

/** An older server may not send them. */
const limits = ({ min_amount: from, max_amount: to }: Partial<Fill>, fiat: string): string =>
  from === undefined || to === undefined ? '' : `takes ${grouped(from)} to ${grouped(to)} ${fiat}`

function record({ completed_orders: orders, completion_rate: rate }: Partial<Fill>): string {
  const done = orders == null ? '' : `${grouped(orders)} orders`
  const share = rate == null ? '' : `${percent(rate)} completed`
  return [done, share].filter((fact) => fact !== '').join(', ')
}

const ways = ({ payment_methods: methods = [] }: Partial<Fill>, side: Side): string =>
  methods.length === 0 ? '' : `${side === 'BUY' ? 'pay with' : 'paid with'} ${methods.map(cleanText).join(', ')}`
