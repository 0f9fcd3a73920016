import type { Quote } from '@p2p-rates/contract'
import { exchangeName } from '../listed/exchanges-fiats-and-plans.js'
import { safeAdUrl } from '../listed/safe-ad-url.js'
import { Icon } from '../parts/icon.js'
import { LinkIfPageExists } from '../parts/link-if-page-exists.js'
import { useServices } from '../services-context.js'
import type { QuoteInput } from './quote-input.js'

type Fill = Quote['fills'][number]

/** Leads to the exchange alone, and never has untrusted text as its name. */
export function AdLink({ fill }: { readonly fill: Pick<Fill, 'exchange' | 'url'> }) {
  const { t } = useServices()
  const link = safeAdUrl(fill.exchange, fill.url)
  if (link === null) return null
  return (
    <a class="nowrap" href={link} target="_blank" rel="noopener noreferrer">
      {t('quote.open_ad')}
      <span class="heard"> {t('quote.plan.on_one', { exchange: exchangeName(fill.exchange) })}</span>{' '}
      <Icon name="open" size={12} />
    </a>
  )
}

type OpenAdButtonProps = {
  readonly fill: Fill
  readonly fiat: string
  readonly quoteInput: QuoteInput
  /** Number of trades, of which this is the first. */
  readonly trades: number
  readonly isMain: boolean
}

/** Opens the ad on its exchange. An ad without an address is found in the exchange's list. */
export function OpenAdButton({ fill, fiat, quoteInput, trades, isMain }: OpenAdButtonProps) {
  const { t } = useServices()
  const link = safeAdUrl(fill.exchange, fill.url)
  const exchange = exchangeName(fill.exchange)
  const kind = isMain ? 'button main open-ad' : 'button open-ad'
  return link === null ? (
    <LinkIfPageExists class={kind} href={adsAddress(fill.exchange, fiat, quoteInput)}>
      {t(trades > 1 ? 'answer.show_first' : 'answer.show_ad')}
    </LinkIfPageExists>
  ) : (
    <a class={kind} href={link} target="_blank" rel="noopener noreferrer">
      {t(!isMain ? 'answer.open_ad_anyway' : trades > 1 ? 'answer.open_first' : 'answer.open_ad', { exchange })}{' '}
      <Icon name="open" size={12} />
    </a>
  )
}

export function adsAddress(exchange: string, fiat: string, { side, amount, unit, method }: QuoteInput): string {
  const query = new URLSearchParams({
    ...(method !== '' && { method }),
    ...(unit === 'fiat' && amount !== '' && { amount }),
  }).toString()
  return `/ads/${fiat}/${exchange}/${side}${query === '' ? '' : `?${query}`}`
}
