import { useQuery } from '../../api/use-query.js'
import { decimalsOf } from '../../formats/numbers.js'
import { createTimes } from '../../formats/times-and-zones.js'
import { useShortcuts } from '../../keys/use-shortcuts.js'
import { exchangeIds, exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { useRates } from '../../live/use-live-rates.js'
import { usePriceAnnouncer } from '../../live/use-price-announcer.js'
import { useThrottledVersion } from '../../live/use-throttled-version.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { lazyPart, WhenVisible } from '../../parts/lazy-part.js'
import { PageHeading, useTitle } from '../../parts/page-heading-and-title.js'
import { Select } from '../../parts/select.js'
import { ShareMenu } from '../../parts/share-menu.js'
import { Skeleton } from '../../parts/skeleton.js'
import { cleanUntrustedText } from '../../parts/untrusted-text.js'
import { useCopy } from '../../parts/use-copy.js'
import { Sentence } from '../../quote/sentence.js'
import { useUrlState } from '../../routes/use-url-state.js'
import { useServices } from '../../services-context.js'
import { exchangeUrlField } from '../url-fields.js'
import type { AdWithTrust } from './ad-with-trust.js'
import { AdsTable } from './ads-table.js'
import { MoreFilters, TrustedOnly } from './more-filters.js'
import { type BookState, bookRoute } from './route.js'
import { SourceNow, SourceTrouble } from './source-state.js'
import type { Row } from './stable-row-order.js'
import { Summary } from './summary.js'
import { mostRows, useOrderBook } from './use-order-book.js'
import '../../parts/nothing.css'
import './book.css'

const AboutMe = lazyPart(async () => (await import('../../quote/about-me.js')).AboutMe, ['doubts', 'me'])
const BetterRecord = lazyPart(async () => (await import('../../quote/better-record.js')).BetterRecord, ['doubts', 'me'])
const DepthSection = lazyPart(async () => (await import('./depth-section.js')).DepthSection, ['book'])
const PricesBySizeAndMethod = lazyPart(
  async () => (await import('./prices-by-size-and-method.js')).PricesBySizeAndMethod,
  ['offers'],
)

export function Book() {
  const { t, tRich } = useServices()
  const [view, choose, type] = useUrlState(bookRoute)
  const { fiat, exchange, side, method } = view
  const liveRates = useRates(fiat)
  usePriceAnnouncer(liveRates.rates)
  const version = useThrottledVersion(liveRates.version)
  const book = useOrderBook(view, version)
  const source = useQuery('GET /sources', { fiat, exchange }, { version }).answer?.sources[0] ?? null
  const markets = useQuery('GET /markets', {}).answer
  const copy = useCopy()
  const { rows, amount, counts } = book
  const best = bestOf(rows ?? [], side)
  const text = useLine(view, best)
  useShortcuts([{ keys: 'c', word: 'keys.copy', act: () => void copy(text, true) }])
  useTitle(t('book.title', { exchange: exchangeName(exchange), fiat }))

  const isStale = source !== null && source.state !== 'live'
  const cap = markets?.plan.orderbook_rows ?? mostRows
  const listed = exchangeIds.filter((id) => id === exchange || markets?.exchanges.includes(id))
  const chosenExchange = (
    <Select
      size="large"
      label={t('market.exchange')}
      value={exchange}
      options={listed.map((value) => ({ value, label: exchangeName(value) }))}
      onChoose={(id) => choose({ exchange: exchangeUrlField.read(id) ?? exchange })}
    />
  )

  return (
    <div class={`${side}-side stack-wide book`}>
      <PageHeading isVisuallyHidden>{t('book.title', { exchange: exchangeName(exchange), fiat })}</PageHeading>
      <Sentence
        {...view}
        placeholder={t('book.any_amount')}
        write={(slots) => tRich('book.sentence', { ...slots, exchange: chosenExchange })}
        onChoose={(change) => choose(change.fiat === undefined ? change : { ...change, method: '', amount: '' })}
        onType={(typed) => type({ amount: typed })}
      />
      <AboutMe fiat={fiat} fallback={<p class="small">{'\u00a0'}</p>} />
      <div class="book-ads">
        {source !== null && <SourceTrouble source={source} />}
        {book.error !== null && <ErrorBanner error={book.error} facts={{ fiat }} refetch={book.refetch} />}
        <Summary view={{ ...view, amount }} counts={counts} best={best}>
          <TrustedOnly view={view} choose={choose} />
          <MoreFilters view={view} choose={choose} type={type} />
        </Summary>
        {rows !== null && <NewList rows={rows} newAds={book.newAds} resort={book.resort} />}
        {rows === null ? (
          book.error === null && <Loading />
        ) : rows.length === 0 ? (
          <NoAds view={view} choose={choose} />
        ) : (
          <AdsTable
            exchange={exchange}
            fiat={fiat}
            side={side}
            amount={amount === '' ? null : Number(amount)}
            rows={rows}
            best={best}
            isOld={book.isOld || isStale || book.error !== null}
          />
        )}
        {counts !== null && book.ads.length < counts.ads && (
          <p class="below cap">
            {t('book.cap', { n: book.ads.length, all: counts.ads })}{' '}
            {cap < mostRows && <a href="/docs/keys-and-plans">{t('book.cap.do')}</a>}
          </p>
        )}
        <div class="row small below">
          {source !== null && <SourceNow source={source} />}
          <ShareMenu text={text} />
        </div>
        {rows !== null && <BetterRecord fiat={fiat} side={side} exchange={exchange} />}
        <p class="quiet small">
          {t('book.meaning')} <a href="/docs/how-ads-are-judged">{t('book.judged')}</a>
        </p>
      </div>
      <WhenVisible height="48rem">
        {() => (
          <div class="book-offers">
            <DepthSection view={view} version={version} fallback={<div class="depth-place" />} />
            <PricesBySizeAndMethod fiat={fiat} side={side} method={method} version={version} />
          </div>
        )}
      </WhenVisible>
    </div>
  )
}

function bestOf(rows: readonly Row[], side: 'buy' | 'sell'): AdWithTrust | null {
  const usable = rows.filter(({ ad, isGone }) => ad.eligible && !isGone).map(({ ad }) => ad)
  const [best = null] = usable.toSorted((a, b) => (side === 'buy' ? a.price - b.price : b.price - a.price))
  return best
}

/** The page in one line that stands alone. Nicknames are not in it. */
function useLine({ exchange, fiat, side }: BookState, best: AdWithTrust | null): string {
  const { translator, numbers, router, serverClock } = useServices()
  const about = {
    exchange: exchangeName(exchange),
    fiat,
    time: createTimes(translator.lang, 'kyiv').full(best === null ? serverClock.now() : Date.parse(best.observed_at)),
    address: router.url.href,
  }
  if (best === null) return translator.t('book.text.none', about)
  return translator.t('book.text', {
    ...about,
    side: translator.t(`side.${side}_at`),
    price: numbers.price(best.price, decimalsOf([best.price], fiat)),
    limits: `${numbers.grouped(best.min_amount)} – ${numbers.grouped(best.max_amount)}`,
    methods: cleanUntrustedText(best.payment_methods.join(', '), 80),
  })
}

type NewListProps = { readonly rows: readonly Row[]; readonly newAds: number; readonly resort: () => void }

/** Rows do not move under the reader: a click puts them in order. */
function NewList({ rows, newAds, resort }: NewListProps) {
  const { t } = useServices()
  const isAnyGone = rows.some(({ isGone }) => isGone)
  if (newAds === 0 && !isAnyGone) return null
  return (
    <button type="button" class="button small new-list not-printed" onClick={resort}>
      {newAds > 0 ? t('book.come', { n: newAds }) : t('book.gone_only')}
    </button>
  )
}

/** Placeholder as tall as the rows, so that nothing moves. */
const Loading = () => (
  <div class="lines loading" aria-hidden="true">
    {[1, 2, 3, 4, 5, 6, 7, 8].map((row) => (
      <Skeleton key={row} width="100%" height="34px" />
    ))}
  </div>
)

function NoAds({ view, choose }: { readonly view: BookState; readonly choose: (change: Partial<BookState>) => void }) {
  const { t } = useServices()
  const drops = [
    { is: view.method !== '', word: t('book.drop.method'), change: { method: '' } },
    { is: view.amount !== '', word: t('book.drop.amount'), change: { amount: '' } },
    { is: view.trusted, word: t('book.drop.trusted'), change: { trusted: false } },
    { is: view.merchants, word: t('book.drop.merchants'), change: { merchants: false } },
    { is: view.also !== '', word: t('book.drop.also'), change: { also: '' } },
    { is: view.without !== '', word: t('book.drop.without'), change: { without: '' } },
    { is: view.orders !== '', word: t('book.drop.orders'), change: { orders: '' } },
    { is: view.completion !== '', word: t('book.drop.completion'), change: { completion: '' } },
  ].filter(({ is }) => is)
  return (
    <div class="centred nothing">
      <h2>{t('book.none')}</h2>
      {drops.length === 0 ? (
        <p>{t('book.none.plain', { exchange: exchangeName(view.exchange), fiat: view.fiat })}</p>
      ) : (
        <p class="ways">
          {t('book.none.filtered')}
          {drops.map(({ word, change }) => (
            <button key={word} type="button" class="button small" onClick={() => choose(change)}>
              {word}
            </button>
          ))}
        </p>
      )}
    </div>
  )
}
