import { cleanText } from '@p2p-rates/contract/words'
import type { Quote, Side } from '@p2p-rates/sdk'
import type { Cli } from '../cli.js'
import { noSimulatedAddress } from '../mark-simulated-output.js'
import { grouped, moneyText, percent } from '../render/numbers.js'
import { safeAdUrl } from '../render/safe-ad-url.js'
import { say, sayCount } from '../words/say.js'

type Fill = Quote['fills'][number]

export type AdDescriber = {
  linkUrl(exchange: string, url: string | null | undefined): string | null
  visibleUrl(exchange: string, url: string | null | undefined): string | null
  describe(fill: Fill, side: Side, fiat: string): string
}

export function createAdDescriber(cli: Pick<Cli, 'options'>): AdDescriber {
  const visibleUrl: AdDescriber['visibleUrl'] = (exchange, url) =>
    cli.options.links === true ? safeAdUrl(exchange, url) : null
  return {
    linkUrl: safeAdUrl,
    visibleUrl,
    describe: (fill, side, fiat) => {
      const url = visibleUrl(fill.exchange, fill.url)
      return [limits(fill, fiat), record(fill), ways(fill, side), ...(url === null ? [] : [url])]
        .filter((fact) => fact !== '')
        .join('; ')
    },
  }
}

export function explainMissingLinks(cli: Pick<Cli, 'options' | 'isSimulated' | 'terminal'>): void {
  if (cli.options.links === true && cli.isSimulated()) cli.terminal.printNote(noSimulatedAddress())
}

/** An older server may not send them. */
const limits = ({ min_amount: from, max_amount: to }: Partial<Fill>, fiat: string): string =>
  from === undefined || to === undefined
    ? ''
    : say('accepts {from} to {to} {fiat}', { from: moneyText(from), to: moneyText(to), fiat })

function record({ completed_orders: orders, completion_pct: rate }: Partial<Fill>): string {
  const done =
    orders == null
      ? ''
      : sayCount({ one: '{count} order', other: '{count} orders' }, { n: orders, count: grouped(orders) })
  const share = rate == null ? '' : say('{percent} completed', { percent: percent(rate) })
  return [done, share].filter((fact) => fact !== '').join(', ')
}

function ways({ payment_methods: names = [] }: Partial<Fill>, side: Side): string {
  if (names.length === 0) return ''
  const methods = names.map(cleanText).join(', ')
  return side === 'BUY' ? say('pay with {methods}', { methods }) : say('paid with {methods}', { methods })
}
