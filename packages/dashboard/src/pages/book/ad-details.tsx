import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { safeAdUrl } from '../../listed/safe-ad-url.js'
import { AdvertiserTrackRecord } from '../../parts/advertiser-track-record.js'
import { Age } from '../../parts/age.js'
import { Icon } from '../../parts/icon.js'
import { UntrustedTextInFull } from '../../parts/untrusted-text.js'
import { useCopy } from '../../parts/use-copy.js'
import { useServices } from '../../services-context.js'
import type { AdWithTrust } from './ad-with-trust.js'
import { ReasonSentences } from './trust-reasons.js'

type AdDetailsProps = { readonly ad: AdWithTrust; readonly exchange: string; readonly decimals: number }

export function AdDetails({ ad, exchange, decimals }: AdDetailsProps) {
  const { numbers, t, tRich } = useServices()
  const copy = useCopy()
  const link = safeAdUrl(exchange, ad.url)
  const seenMs = Date.parse(ad.observed_at)
  return (
    <div class="panel">
      <p class="whole-name">
        <UntrustedTextInFull text={ad.nickname} />
        <AdvertiserTrackRecord ad={ad} completionPct={ad.completion_rate} />
        <span class="quiet small">
          <UntrustedTextInFull text={ad.payment_methods.join(', ')} />
        </span>
      </p>
      <ReasonSentences ad={ad} decimals={decimals} />
      <p class="ways small">
        {link !== null && (
          <a href={link} target="_blank" rel="noopener noreferrer">
            {t('book.open_on', { exchange: exchangeName(exchange) })} <Icon name="open" size={12} />
          </a>
        )}
        <button type="button" class="link not-printed" onClick={() => void copy(JSON.stringify(ad, null, 2), true)}>
          {t('book.copy_json')}
        </button>
        {ad.available_usdt !== null && (
          <span class="quiet">{t('book.has', { usdt: numbers.grouped(ad.available_usdt) })}</span>
        )}
        {Number.isFinite(seenMs) && <span class="quiet">{tRich('book.seen', { age: <Age atMs={seenMs} /> })}</span>}
      </p>
    </div>
  )
}
