import { findLures } from '@p2p-rates/contract/words'
import { useQuery } from '../../api/use-query.js'
import { decimalsIn } from '../../formats/decimals-in.js'
import { decimalsOf } from '../../formats/numbers.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { useRates } from '../../live/use-live-rates.js'
import { useThrottledVersion } from '../../live/use-throttled-version.js'
import { Answered } from '../../parts/answered.js'
import { EmptyState } from '../../parts/empty-state.js'
import { FiatPicker } from '../../parts/fiat-picker.js'
import { PageHeading, useTitle } from '../../parts/page-heading-and-title.js'
import { RecordTable } from '../../parts/record-table.js'
import { SegmentedControl } from '../../parts/segmented-control.js'
import { useUrlState } from '../../routes/use-url-state.js'
import { useServices } from '../../services-context.js'
import { type AdWithTrust, toAdWithTrust } from '../book/ad-with-trust.js'
import { ReasonSentences } from '../book/trust-reasons.js'
import { luresRoute } from './route.js'

/** Ads with a better price than the best trusted one, and why they are left out. */
export function Lures() {
  const { numbers, t } = useServices()
  const [{ fiat, side }, choose] = useUrlState(luresRoute)
  const { rates, version: newest } = useRates(fiat)
  const version = useThrottledVersion(newest)
  const query = useQuery(
    'GET /orderbook',
    { exchange: 'all', fiat, side: side === 'buy' ? 'BUY' : 'SELL', rows: mostRows, include: 'trust' },
    { version },
  )
  const best = rates?.fiat === fiat ? rates[`best_${side}`] : null
  useTitle(t('lures.title', { fiat }))
  return (
    <div class={`${side}-side stack-wide`}>
      <PageHeading>{t('lures.title', { fiat })}</PageHeading>
      <div class="row">
        <FiatPicker value={fiat} onPick={(code) => choose({ fiat: code })} />
        <SegmentedControl
          label={t('sentence.side')}
          value={side}
          options={[
            { value: 'buy', label: t('lures.buy') },
            { value: 'sell', label: t('lures.sell') },
          ]}
          onChoose={(chosen) => choose({ side: chosen })}
        />
      </div>
      <p>{t(`lures.about.${side}`)}</p>
      <p>
        {best !== null &&
          t('lures.best', {
            price: numbers.price(best.price, decimalsOf([best.price], fiat)),
            fiat,
            exchange: exchangeName(best.exchange),
          })}{' '}
        <a href={`/market/${fiat}?side=${side}`}>{t('lures.market')}</a>
      </p>
      <Answered query={query} facts={{ fiat }} height="24rem" dims>
        {({ ads }) => <Found fiat={fiat} side={side} ads={ads.map(toAdWithTrust)} />}
      </Answered>
    </div>
  )
}

/** The visitor's plan may lower it. */
const mostRows = 20

type FoundProps = { readonly fiat: string; readonly side: 'buy' | 'sell'; readonly ads: readonly AdWithTrust[] }

function Found({ fiat, side, ads }: FoundProps) {
  const { t } = useServices()
  const { best, lures } = findLures(ads)
  return (
    <>
      <Table fiat={fiat} side={side} ads={lures} />
      {best === null && lures.length > 0 && <p class="quiet small">{t('lures.more')}</p>}
    </>
  )
}

function Table({ fiat, side, ads }: FoundProps) {
  const { numbers, t } = useServices()
  const decimals = decimalsIn(ads, fiat)
  if (ads.length === 0) return <EmptyState title={t('lures.none')} />
  return (
    <RecordTable<AdWithTrust>
      caption={t('lures.title', { fiat })}
      rows={ads}
      keyOf={(ad) => `${ad.exchange} ${ad.nickname} ${ad.price} ${ad.min_amount} ${ad.max_amount}`}
      columns={[
        {
          heading: t('lures.price'),
          isNumber: true,
          onPhone: 'title',
          cell: ({ price }) => <b>{numbers.price(price, decimals)}</b>,
        },
        {
          heading: t('lures.on'),
          onPhone: 'state',
          cell: ({ exchange = '' }) => <a href={`/ads/${fiat}/${exchange}/${side}`}>{exchangeName(exchange)}</a>,
        },
        {
          heading: t('lures.why'),
          onPhone: 'wide',
          cell: (ad) => <ReasonSentences ad={ad} decimals={decimals} most={1} />,
        },
      ]}
    />
  )
}
