import { useEffect, useState } from 'preact/hooks'
import { readAboutMe } from '../../api/about-me.js'
import { useQuery } from '../../api/use-query.js'
import { decimalsOf } from '../../formats/numbers.js'
import { browserZone, zoneName } from '../../formats/times-and-zones.js'
import { useShortcuts } from '../../keys/use-shortcuts.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { useRates } from '../../live/use-live-rates.js'
import { usePriceAnnouncer } from '../../live/use-price-announcer.js'
import { useThrottledVersion } from '../../live/use-throttled-version.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { lazyPart, WhenVisible } from '../../parts/lazy-part.js'
import { NotInPlan } from '../../parts/not-in-plan.js'
import { PageHeading, useTitle } from '../../parts/page-heading-and-title.js'
import { PrintHeader } from '../../parts/print-header.js'
import { keepMethod, keptMethod } from '../../quote/kept-method.js'
import { type QuoteInput, toQuoteQuery } from '../../quote/quote-input.js'
import { Sentence } from '../../quote/sentence.js'
import { useUsualAmount } from '../../quote/use-usual-amount.js'
import { useUrlState } from '../../routes/use-url-state.js'
import { useServices } from '../../services-context.js'
import { banksRoute } from '../banks/route.js'
import { exchangeRows } from './exchange-rows.js'
import { marketRoute } from './route.js'
import './market.css'

const QuoteAnswer = lazyPart(
  async () => (await import('../../quote/quote-answer.js')).QuoteAnswer,
  ['doubts', 'outcome', 'prices'],
)
// The answer loads with the page, because every visitor waits for it.
QuoteAnswer.load().catch(() => {})
const AboutMe = lazyPart(async () => (await import('../../quote/about-me.js')).AboutMe, ['doubts', 'me'])
const BetterRecord = lazyPart(async () => (await import('../../quote/better-record.js')).BetterRecord, ['doubts', 'me'])
const OfferedPrice = lazyPart(async () => (await import('./offered-price.js')).OfferedPrice, ['fair'])
const Cards = lazyPart(async () => (await import('./cards.js')).Cards, ['cards', 'doubts', 'prices'])
const ExchangeTable = lazyPart(async () => (await import('./exchange-table.js')).ExchangeTable)
const ReferencePrice = lazyPart(async () => (await import('./reference-price.js')).ReferencePrice, ['reference'])
const Glossary = lazyPart(async () => (await import('./glossary.js')).Glossary, ['reference'])
const PriceHistory = lazyPart(async () => (await import('./price-history.js')).PriceHistory, ['chart'])
const CheapHours = lazyPart(async () => (await import('./cheap-hours-section.js')).CheapHours, ['chart'])

export function Market() {
  const { numbers, settings, router, t, tRich } = useServices()
  const [view, choose, type] = useUrlState(marketRoute)
  const [isAmountWrong, setAmountWrong] = useState(false)
  const { fiat, tz, side } = view

  const liveRates = useRates(fiat)
  const { rates, error } = liveRates
  const version = useThrottledVersion(liveRates.version)
  const markets = useQuery('GET /markets', {})
  const features = markets.answer?.plan.features ?? null
  const hasFeature = (feature: string): boolean => features?.includes(feature) ?? markets.error !== null
  const sources = useQuery('GET /sources', { fiat }, { version })
  const stats = useQuery('GET /stats', hasFeature('stats') && rates !== null ? { fiat } : null, { version })

  // People who sell think in USDT. An amount in the address without a unit is in the currency.
  const isInUsdt = view.amount === '' && (side === 'sell' || error !== null)
  const unit = view.unit !== 'auto' ? view.unit : isInUsdt ? 'usdt' : 'fiat'
  const usual = useUsualAmount(fiat, unit, rates?.fiat === fiat ? rates.best_buy.price : null)
  const method = view.method || keptMethod(settings, fiat)
  const quoteInput: QuoteInput = { side, unit, amount: view.amount || usual, method }
  const hasQuote = hasFeature('quote') || features === null
  const quote = useQuery('GET /quote', hasQuote ? toQuoteQuery(fiat, quoteInput) : null, { version })

  function ask(change: Partial<QuoteInput>): void {
    if (change.method !== undefined) keepMethod(settings, fiat, change.method)
    choose(change)
  }

  const mine = readAboutMe(settings.get('me')).my_exchanges?.split(',')
  const shownSources = sources.answer?.sources.filter(({ exchange }) => mine?.includes(exchange) ?? true)
  const rows = sources.answer === null && rates === null ? null : exchangeRows(rates, shownSources ?? [])
  const prices = (rows ?? []).flatMap(({ buy, sell }) => [buy, sell])
  const decimals = decimalsOf(prices, fiat)

  useTitle(titleOf())
  usePriceAnnouncer(rates)
  useEffect(() => settings.set('fiat', fiat), [settings, fiat])
  useShortcuts([
    { keys: '1', word: 'range.24h', act: () => choose({ range: '24h' }) },
    { keys: '2', word: 'range.7d', act: () => choose({ range: '7d' }) },
    { keys: '3', word: 'range.30d', act: () => choose({ range: '30d' }) },
    { keys: 'v', word: 'keys.view', act: () => choose({ view: view.view === 'chart' ? 'table' : 'chart' }) },
  ])

  function titleOf(): string {
    if (rates === null) return t('market.title.of', { fiat })
    const short = (of: 'buy' | 'sell') =>
      numbers.price(rates[`best_${of}`].price, decimals) +
      (rates.confidence?.[of].level === 'low' ? ` (${t('doubt.low')})` : '')
    return `${short('buy')} / ${short('sell')} ${fiat}`
  }

  // Render lower sections only after the upper ones have their final height, so that nothing moves.
  const [isAnswerShown, setAnswerShown] = useState(false)
  const [areExchangesShown, setExchangesShown] = useState(false)
  const isAnswerAwaited = !isAnswerShown && hasQuote && error === null

  return (
    <div class="apart market">
      <PrintHeader atMs={rates === null ? null : Date.parse(rates.updated_at)} />
      <section class="panel stack-wide hero" aria-label={t('sentence.title')}>
        <PageHeading isVisuallyHidden>{t('market.title.of', { fiat })}</PageHeading>
        <Sentence
          {...quoteInput}
          fiat={fiat}
          write={(slots) => tRich(`sentence.${unit}`, slots)}
          isSuggested={view.amount === ''}
          onChoose={({ fiat: code, ...change }) =>
            code === undefined
              ? ask(change)
              : choose({ fiat: code, method: '', offer: '', ...(unit === 'fiat' && { amount: '' }) })
          }
          // Without an amount in the address, a sale would change its unit.
          onType={(amount) => type({ amount, ...((unit === 'usdt' || side === 'sell') && { unit }) })}
          onWrong={setAmountWrong}
        >
          <button
            type="button"
            class="link small quiet not-printed"
            onClick={() => choose({ unit: unit === 'fiat' ? 'usdt' : 'fiat', amount: '' })}
          >
            {t('sentence.other_unit', { unit: unit === 'fiat' ? 'USDT' : fiat })}
          </button>
        </Sentence>
        <AboutMe fiat={fiat} fallback={<p class="small">{'\u00a0'}</p>} />
        {!hasQuote ? (
          <NotInPlan what="quote.not_in_plan" feature="quote">
            {rates !== null &&
              t('quote.not_in_plan.best', {
                price: numbers.price(rates.best_buy.price, decimals),
                exchange: exchangeName(rates.best_buy.exchange),
              })}
          </NotInPlan>
        ) : quoteInput.amount === '' && sources.error !== null ? (
          <ErrorBanner error={sources.error} refetch={sources.refetch} facts={{ fiat }} />
        ) : (
          <QuoteAnswer
            fiat={fiat}
            quoteInput={quoteInput}
            quoteState={quote}
            sources={shownSources ?? []}
            address={new URL(marketRoute.print({ ...view, ...quoteInput }), router.url).href}
            onChoose={ask}
            isBlank={isAmountWrong}
            onShown={() => setAnswerShown(true)}
            fallback={<div class="answer-place" />}
          />
        )}
        {!isAnswerAwaited && <BetterRecord fiat={fiat} side={side} />}
      </section>

      {isAnswerAwaited ? (
        <div class="rest-place" />
      ) : (
        <>
          <OfferedPrice
            fiat={fiat}
            quoteInput={quoteInput}
            offer={view.offer}
            version={version}
            onType={(offer) => type({ offer })}
            fallback={<div class="offered-place" />}
          />
          <Cards
            fiat={fiat}
            side={side}
            rates={rates}
            decimals={decimals}
            zone={tz}
            version={version}
            hasStats={hasFeature('stats') || features === null}
            hasHistory={hasFeature('history')}
            onSide={(next) => ask({ side: next })}
            fallback={<div class="cards-place" />}
          />
          <section>
            <div class="ends">
              <h2>{t('market.exchanges')}</h2>
              <span class="small not-printed">
                <a href={banksRoute.print({ fiat, side, method, amount: unit === 'fiat' ? view.amount : '' })}>
                  {t('market.banks')}
                </a>{' '}
                · <a href="/currencies">{t('market.all')}</a>
              </span>
            </div>
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
            {sources.error !== null && sources.answer === null && quoteInput.amount !== '' && (
              <ErrorBanner error={sources.error} refetch={sources.refetch} facts={{ fiat }} />
            )}
          </section>
        </>
      )}
      {isAnswerAwaited || (!areExchangesShown && sources.error === null) ? (
        <div class="rest-place" />
      ) : (
        <>
          {hasFeature('history') || features === null ? (
            <WhenVisible height="24rem">
              {() => (
                <PriceHistory
                  fiat={fiat}
                  side={side}
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
          <div id="reference">
            <WhenVisible height="20rem">{() => <ReferencePrice fiat={fiat} version={version} />}</WhenVisible>
          </div>
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
