import { useQuery } from '../../api/use-query.js'
import { decimalsIn } from '../../formats/decimals-in.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { AdvertiserTrackRecord } from '../../parts/advertiser-track-record.js'
import { Answered } from '../../parts/answered.js'
import type { FiatCode } from '../../parts/fiat-picker.js'
import { RecordTable } from '../../parts/record-table.js'
import { AdLink, adsAddress } from '../../quote/ad-link.js'
import { useServices } from '../../services-context.js'
import { type AdWithTrust, toAdWithTrust } from '../book/ad-with-trust.js'

type BestAdsProps = {
  readonly fiat: FiatCode
  readonly side: 'buy' | 'sell'
  readonly amount: number
  readonly method: string
  readonly version: number
}

/** The three best ads of all exchanges that take the whole amount with the payment method. */
export function BestAds({ fiat, side, amount, method, version }: BestAdsProps) {
  const { numbers, t } = useServices()
  const query = useQuery(
    'GET /orderbook',
    {
      exchange: 'all',
      fiat,
      side: side === 'buy' ? 'BUY' : 'SELL',
      amount,
      include: 'trust',
      trusted: true,
      ...(method !== '' && { payment_method: method }),
    },
    { version },
  )
  return (
    <Answered query={query} facts={{ fiat }} height="9rem" dims>
      {({ ads }) => {
        const best = ads
          .map(toAdWithTrust)
          .filter(({ eligible }) => eligible)
          .slice(0, 3)
        const decimals = decimalsIn(best, fiat)
        return best.length === 0 ? (
          <p>{t('banks.no_ad')}</p>
        ) : (
          <RecordTable<AdWithTrust>
            caption={t('banks.best')}
            rows={best}
            keyOf={(ad) => `${ad.exchange} ${ad.nickname} ${ad.price} ${ad.min_amount}`}
            columns={[
              {
                heading: t('banks.best'),
                onPhone: 'title',
                cell: ({ exchange = '' }) => (
                  <a href={adsAddress(exchange, fiat, { side, unit: 'fiat', amount: String(amount), method })}>
                    {exchangeName(exchange)}
                  </a>
                ),
              },
              {
                heading: t(`banks.${side}`),
                isNumber: true,
                onPhone: 'state',
                cell: ({ price }) => <b>{numbers.usdt(amount / price).main}</b>,
              },
              { heading: t(`side.${side}_at`), isNumber: true, cell: ({ price }) => numbers.price(price, decimals) },
              {
                heading: t('book.advertiser'),
                cell: (ad) => <AdvertiserTrackRecord ad={ad} completionPct={ad.completion_rate} limitsIn={fiat} />,
              },
              {
                heading: t('quote.open_ad'),
                isHeadingVisuallyHidden: true,
                onPhone: 'end',
                cell: ({ exchange = '', url }) => <AdLink fill={{ exchange, url }} />,
              },
            ]}
          />
        )
      }}
    </Answered>
  )
}
