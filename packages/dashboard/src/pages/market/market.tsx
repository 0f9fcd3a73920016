import { useEffect, useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { decimalsOf } from '../../formats/numbers.js'
import { browserZone, zoneName } from '../../formats/times-and-zones.js'
import { useShortcuts } from '../../keys/use-shortcuts.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { useRates } from '../../live/use-live-rates.js'
import { usePriceAnnouncer } from '../../live/use-price-announcer.js'
import { useThrottledVersion } from '../../live/use-throttled-version.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { FiatPicker } from '../../parts/fiat-picker.js'
import { lazyPart, WhenVisible } from '../../parts/lazy-part.js'
import { NotInPlan } from '../../parts/not-in-plan.js'
import { PageHeading, useTitle } from '../../parts/page-heading-and-title.js'
import { PrintHeader } from '../../parts/print-header.js'
import { ShareMenu } from '../../parts/share-menu.js'
import { useCopy } from '../../parts/use-copy.js'
import { QuoteBox } from '../../quote/quote-box.js'
import { QuoteForm } from '../../quote/quote-form.js'
import type { QuoteInput } from '../../quote/quote-input.js'
import { useUrlState } from '../../routes/use-url-state.js'
import { useServices } from '../../services-context.js'
import { BestPriceGap } from './best-price-gap.js'
import { BestPrice } from './best-prices.js'
import { exchangeRows } from './exchange-rows.js'
import { PriceVerdict } from './price-verdict.js'
import { marketRoute } from './route.js'
import { shareText } from './share-text.js'
import './market.css'

const ExchangeTable = lazyPart(async () => (await import('./exchange-table.js')).ExchangeTable)
const ReferencePrice = lazyPart(async () => (await import('./reference-price.js')).ReferencePrice, ['reference'])
const Glossary = lazyPart(async () => (await import('./glossary.js')).Glossary, ['reference'])
const PriceHistory = lazyPart(async () => (await import('./price-history.js')).PriceHistory, ['chart'])
const CheapHours = lazyPart(async () => (await import('./cheap-hours-section.js')).CheapHours, ['chart'])

export function Market() {
  const { numbers, settings, router, translator, t } = useServices()
  const copy = useCopy()
  const [view, choose, type] = useUrlState(marketRoute)
  const { fiat, tz } = view

  const liveRates = useRates(fiat)
  const { rates, error } = liveRates
  const version = useThrottledVersion(liveRates.version)
  const markets = useQuery('GET /markets', {})
  const features = markets.answer?.plan.features ?? null
  const hasFeature = (feature: string): boolean => features?.includes(feature) ?? markets.error !== null
  const sources = useQuery('GET /sources', { fiat }, { version })
  const stats = useQuery('GET /stats', hasFeature('stats') && rates !== null ? { fiat } : null, { version })
  // If there are no rates, the newest history point may still have a price of one side.
  const past = useQuery(
    'GET /history',
    error !== null && hasFeature('history') ? { fiat, hours: 24, max_points: 300 } : null,
  )

  const quoteInput: QuoteInput = {
    side: view.side,
    unit: view.unit,
    amount: view.amount || settings.get('amount'),
    method: view.method || settings.get('method'),
    exchange: null,
  }
  const changeQuoteInput = (change: Partial<QuoteInput>): Partial<typeof view> => {
    const { exchange: _, ...known } = change
    if (known.amount !== undefined) settings.set('amount', known.amount)
    if (known.method !== undefined) settings.set('method', known.method)
    return known
  }

  const rows = sources.answer === null && rates === null ? null : exchangeRows(rates, sources.answer?.sources ?? [])
  const decimals = decimalsOf(
    [...(rows ?? []).flatMap(({ buy, sell }) => [buy, sell]), stats.answer?.min_24h ?? null],
    fiat,
  )
  const priceText = (price: number): string => numbers.price(price, decimals)

  useTitle(titleOf())
  usePriceAnnouncer(rates)
  useEffect(() => settings.set('fiat', fiat), [settings, fiat])
  useShortcuts([
    { keys: '1', word: 'range.24h', act: () => choose({ range: '24h' }) },
    { keys: '2', word: 'range.7d', act: () => choose({ range: '7d' }) },
    { keys: '3', word: 'range.30d', act: () => choose({ range: '30d' }) },
    { keys: 'v', word: 'keys.view', act: () => choose({ view: view.view === 'chart' ? 'table' : 'chart' }) },
    { keys: 'c', word: 'keys.copy', act: () => void copyLine() },
  ])

  function titleOf(): string {
    if (rates === null) return t('market.title.of', { fiat })
    const [buy, sell] = [rates.best_buy.price, rates.best_sell.price]
    const short = (price: number, side: 'buy' | 'sell') =>
      priceText(price) + (rates.confidence?.[side].level === 'low' ? ` (${t('doubt.low')})` : '')
    return `${short(buy, 'buy')} / ${short(sell, 'sell')} ${fiat}`
  }

  async function copyLine(): Promise<void> {
    if (rates !== null) await copy(shareText(rates, router.url.href, translator, priceText), true)
  }

  const known = { rates, error, history: past.answer }
  const askedAtMs = (exchange: string): number | null => {
    const at = sources.answer?.sources.find((source) => source.exchange === exchange)?.observed_at
    return at == null ? null : Date.parse(at)
  }
  // Render lower sections only after the upper ones have their final height, so that nothing moves.
  const [isQuoteShown, setQuoteShown] = useState(quoteInput.amount === '')
  const [areExchangesShown, setExchangesShown] = useState(false)
  const isQuoteAwaited = !isQuoteShown && quoteInput.amount !== '' && (hasFeature('quote') || features === null)
  const isLoading = rates === null && error === null

  return (
    <div class="apart market">
      <PrintHeader atMs={rates === null ? null : Date.parse(rates.updated_at)} />
      <div class="row head">
        <PageHeading>
          {t('market.title')} <span class="heard">{fiat}</span>
        </PageHeading>
        <FiatPicker value={fiat} onPick={(code) => choose({ fiat: code })} />
        <a class="small not-printed" href="/currencies">
          {t('market.all')}
        </a>
        <ShareMenu text={rates === null ? null : shareText(rates, router.url.href, translator, priceText)} />
      </div>

      {error !== null && error.code !== 'data_unavailable' && rates === null && (
        <ErrorBanner error={error} refetch={() => router.navigate(router.url.href)} facts={{ fiat }} />
      )}
      <div class="now" aria-busy={isLoading}>
        <BestPrice
          side="buy"
          fiat={fiat}
          zone={tz}
          decimals={decimals}
          liveRates={liveRates}
          known={known}
          askedAtMs={askedAtMs}
        >
          {stats.answer !== null && rates !== null && !stats.isOld && (
            <p class="small faint">
              {t('price.lowest_24h', {
                price: priceText(stats.answer.min_24h),
              })}
            </p>
          )}
        </BestPrice>
        <BestPrice
          side="sell"
          fiat={fiat}
          zone={tz}
          decimals={decimals}
          liveRates={liveRates}
          known={known}
          askedAtMs={askedAtMs}
        />
        {hasFeature('stats') || features === null ? (
          <PriceVerdict
            stats={stats.isOld ? null : stats.answer}
            error={stats.error ?? error}
            refetch={stats.refetch}
            zone={tz}
            decimals={decimals}
          />
        ) : (
          <NotInPlan what="plan.stats" feature="stats" />
        )}
      </div>
      {rates !== null && <BestPriceGap rates={rates} decimals={decimals} />}

      {hasFeature('quote') || features === null ? (
        <QuoteBox
          fiat={fiat}
          quoteInput={quoteInput}
          version={version}
          pricesAtMs={rates === null ? null : Date.parse(rates.updated_at)}
          onChoose={(change) => choose(changeQuoteInput(change))}
          onShown={() => setQuoteShown(true)}
        >
          <QuoteForm
            fiat={fiat}
            quoteInput={quoteInput}
            onChoose={(change) => choose(changeQuoteInput(change))}
            onType={(change) => type(changeQuoteInput(change))}
          />
        </QuoteBox>
      ) : (
        <NotInPlan what="quote.not_in_plan" feature="quote">
          {rates !== null &&
            t('quote.not_in_plan.best', {
              price: priceText(rates.best_buy.price),
              exchange: exchangeName(rates.best_buy.exchange),
            })}
        </NotInPlan>
      )}

      {!isQuoteAwaited && (
        <section>
          <h2>{t('market.exchanges')}</h2>
          <WhenVisible height="var(--exchanges)">
            {() => (
              <ExchangeTable
                fiat={fiat}
                rows={rows}
                decimals={decimals}
                mayAskHistory={hasFeature('history')}
                onShown={() => setExchangesShown(true)}
              />
            )}
          </WhenVisible>
          {sources.error !== null && sources.answer === null && (
            <ErrorBanner error={sources.error} refetch={sources.refetch} facts={{ fiat }} />
          )}
        </section>
      )}
      {isQuoteAwaited || (!areExchangesShown && sources.error === null) ? (
        <div class="rest-place" />
      ) : (
        <>
          {hasFeature('history') || features === null ? (
            <WhenVisible height="24rem">
              {() => (
                <PriceHistory
                  fiat={fiat}
                  side={view.side}
                  decimals={decimals}
                  stats={stats.isOld ? null : stats.answer}
                  range={view.range}
                  series={view.series}
                  tz={tz}
                  view={view.view}
                  version={version}
                  onChoose={choose}
                  fallback={<div class="past-place" />}
                />
              )}
            </WhenVisible>
          ) : (
            <NotInPlan what="plan.history" feature="history" />
          )}
          <WhenVisible height="20rem">{() => <ReferencePrice fiat={fiat} version={version} />}</WhenVisible>
          <div class="two-columns last">
            {hasFeature('seasonality') && (
              <WhenVisible height="20rem">
                {() => (
                  <CheapHours
                    fiat={fiat}
                    zone={view.zone || (zoneName(tz) ?? browserZone())}
                    stats={stats.answer}
                    onZone={(zone) => choose({ zone })}
                    fallback={<div class="cheap-hours-place" />}
                  />
                )}
              </WhenVisible>
            )}
            <WhenVisible height="16rem">{() => <Glossary />}</WhenVisible>
          </div>
        </>
      )}
    </div>
  )
}
