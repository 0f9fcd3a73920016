import type { Arbitrage, PlanName, Rates, WireOpportunity } from '@p2p-rates/contract'
import { Button } from '../../parts/button.js'
import { RouteName } from './arbitrage-routes-table.js'
import '../../parts/nothing.css'
import { useRef, useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { decimalsOf } from '../../formats/numbers.js'
import { createTimes } from '../../formats/times-and-zones.js'
import { useShortcuts } from '../../keys/use-shortcuts.js'
import { exchangeIds, exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { useRates } from '../../live/use-live-rates.js'
import { usePriceAnnouncer } from '../../live/use-price-announcer.js'
import { useThrottledVersion } from '../../live/use-throttled-version.js'
import { spanWords, useTicking } from '../../parts/age.js'
import { AmountField } from '../../parts/amount-field.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { FiatPicker } from '../../parts/fiat-picker.js'
import { PageHeading, useTitle } from '../../parts/page-heading-and-title.js'
import { ShareMenu } from '../../parts/share-menu.js'
import { Skeleton } from '../../parts/skeleton.js'
import { useCopy } from '../../parts/use-copy.js'
import { useUrlState } from '../../routes/use-url-state.js'
import { useServices } from '../../services-context.js'
import { cheapestFee, wireFee } from '../url-fields.js'
import { AllRoutes, BestTrip, bestOf } from './best-trip.js'
import { ExchangePairMatrix } from './exchange-pair-matrix.js'
import { arbitrageRoute } from './route.js'
import { exampleTradeAmount, feeOf, maxTripAmount, signedAmount, tripProfit } from './trip-profit.js'
import './arbitrage.css'

const extras = ['same_exchange', 'age', 'confidence'] as const

export function ArbitrageTrips() {
  const { t, tRich } = useServices()
  const [{ fiat, amount: typed, fee }, choose, type] = useUrlState(arbitrageRoute)
  const liveRates = useRates(fiat)
  usePriceAnnouncer(liveRates.rates)
  const version = useThrottledVersion(liveRates.version)
  const usual = useExampleTradeAmount(fiat, liveRates.rates?.best_buy.price ?? null, liveRates.error !== null)
  const amount = typed === '' ? usual : Number(typed)
  const question = amount === null ? null : { fiat, amount, transfer_fee_usdt: wireFee(fee), include: extras }
  const { answer, isOld, error, refetch } = useQuery('GET /arbitrage', question, { version })
  const sources = useQuery('GET /sources', { fiat }, { version }).answer?.sources ?? []
  const [focused, setFocused] = useState(0)
  const copy = useCopy()
  const text = useLine(answer)
  const isRefused = error?.code === 'plan_required'
  useTitle(t('arb.title', { fiat }))
  useShortcuts([
    { keys: '/', word: 'keys.amount', act: () => setFocused((times) => times + 1) },
    { keys: 'c', word: 'keys.copy', act: () => void (text !== null && copy(text, true)) },
  ])

  return (
    <>
      <div class="row page-head">
        <PageHeading>
          {t('arb.in')}
          <span class="heard"> {fiat}</span>
        </PageHeading>
        <FiatPicker value={fiat} onPick={(next) => choose({ fiat: next, amount: '' })} />
        <div class="at-end">
          <ShareMenu text={text} />
        </div>
      </div>
      {isRefused ? (
        <ArbitrageNotInPlan rates={liveRates.rates} />
      ) : (
        <>
          <section class="panel go-round">
            <p class="as-sentence">
              {tRich('arb.sentence', {
                amount: (
                  <AmountField
                    label={t('amount.in', { fiat })}
                    value={typed === '' ? String(usual ?? '') : typed}
                    size="large"
                    focused={focused}
                    onType={(next) => type({ amount: next })}
                  />
                ),
                fiat,
                fee: (
                  <AmountField
                    label={t('arb.fee')}
                    value={fee === cheapestFee ? '' : fee}
                    placeholder={t('arb.fee.cheapest')}
                    size="large short"
                    takesZero
                    onType={(next) => type({ fee: next === '' ? cheapestFee : next })}
                  />
                ),
              })}{' '}
              {fee !== cheapestFee && (
                <button type="button" class="link small" onClick={() => type({ fee: cheapestFee })}>
                  {t('arb.fee.or_cheapest')}
                </button>
              )}
            </p>
            {error !== null && <ErrorBanner error={error} facts={{ fiat }} refetch={refetch} />}
            {answer === null ? (
              error === null && <Skeleton width="70%" height="2.25rem" />
            ) : (
              <div class={isOld || error !== null ? 'old' : ''}>
                <BestTrip answer={answer} />
                <Hint sources={sources.map(({ observed_at }) => observed_at)} />
              </div>
            )}
          </section>
          {answer !== null && (
            <div class={`trips ${isOld || error !== null ? 'old' : ''}`}>
              <div>
                <AllRoutes answer={answer} />
              </div>
              <aside>
                <ExchangePairMatrix
                  trips={answer.opportunities}
                  exchanges={exchangeIds.filter((id) => sources.some(({ exchange }) => exchange === id))}
                  sources={sources}
                />
                <UnprofitableRoutes trips={answer.opportunities} fiat={fiat} feeUsdt={answer.transfer_fee_usdt} />
              </aside>
            </div>
          )}
          {answer === null && error === null && (
            <div class="loading" aria-hidden="true">
              {[1, 2, 3, 4, 5].map((row) => (
                <Skeleton key={row} width="100%" height="61px" />
              ))}
            </div>
          )}
        </>
      )}
    </>
  )
}

/** Default amount, set once per currency, so that it doesn't change while the user reads. */
function useExampleTradeAmount(fiat: string, price: number | null, isPriceless: boolean): number | null {
  const known = useRef(new Map<string, number>())
  if (!known.current.has(fiat) && price !== null) known.current.set(fiat, exampleTradeAmount(price))
  return known.current.get(fiat) ?? (isPriceless ? 10_000 : null)
}

/** Age of the oldest price behind a trip. */
function Hint({ sources }: { readonly sources: readonly (string | null)[] }) {
  const { translator } = useServices()
  const seen = sources.flatMap((at) => (at === null ? [] : [Date.parse(at)]))
  const oldestMs = seen.length === 0 ? null : Math.min(...seen)
  const age = useTicking((nowMs) => (oldestMs === null ? null : spanWords(translator, (nowMs - oldestMs) / 1000)))
  return age === null ? null : <p class="quiet small">{translator.t('arb.hint', { age })}</p>
}

/** The best trip in one line that stands alone; `null` without one. */
function useLine(answer: Arbitrage | null): string | null {
  const { translator, numbers, router, serverClock } = useServices()
  const best = answer === null ? undefined : bestOf(answer)
  if (answer === null || best === undefined) return null
  const decimals = decimalsOf([best.buy_price, best.sell_price], answer.fiat)
  return translator.t('arb.text', {
    fiat: answer.fiat,
    time: createTimes(translator.lang, 'kyiv').full(serverClock.now()),
    amount: numbers.grouped(answer.amount),
    buy: exchangeName(best.buy_exchange),
    buy_price: numbers.price(best.buy_price, decimals),
    sell: exchangeName(best.sell_exchange),
    sell_price: numbers.price(best.sell_price, decimals),
    money: signedAmount(numbers, best.net_profit),
    percent: numbers.change(best.net_profit_pct),
    fee: numbers.grouped(best.buy_exchange === best.sell_exchange ? 0 : feeOf(best, answer.transfer_fee_usdt)),
    address: router.url.href,
  })
}

const neededPlan: PlanName = 'Pro'

function ArbitrageNotInPlan({ rates }: { readonly rates: Rates | null }) {
  const { numbers, bootstrap, t } = useServices()
  const decimals = rates === null ? 0 : decimalsOf([rates.best_buy.price, rates.best_sell.price], rates.fiat)
  const spread = rates?.cross_exchange_spread_pct ?? null
  return (
    <section class="centred nothing">
      <h2>{t('arb.plan', { plan: neededPlan })}</h2>
      <p class="quiet">
        {bootstrap.account === null ? t('arb.plan.none') : t('arb.plan.yours', { plan: bootstrap.account.plan })}
      </p>
      {rates !== null && spread !== null && (
        <p>
          {t('arb.plan.instead', {
            buy: exchangeName(rates.best_buy.exchange),
            buy_price: numbers.price(rates.best_buy.price, decimals),
            sell: exchangeName(rates.best_sell.exchange),
            sell_price: numbers.price(rates.best_sell.price, decimals),
            percent: numbers.change(spread),
          })}
        </p>
      )}
      <p class="ways">
        <Button word={t('plan.compare')} href="/docs/keys-and-plans" />
        <Button kind="quiet" word={t('arb.plan.own')} href="/docs/self-hosting" />
      </p>
    </section>
  )
}

type WhyProps = { readonly trips: readonly WireOpportunity[]; readonly fiat: string; readonly feeUsdt: number }

function UnprofitableRoutes({ trips, fiat, feeUsdt }: WhyProps) {
  const { numbers, t } = useServices()
  const dying = trips.filter(({ net_profit }) => net_profit < 0).slice(0, 3)
  if (dying.length === 0) return null
  return (
    <section class="why-die">
      <h2>{t('arb.why')}</h2>
      {dying.map((trip) => {
        const { gross, fee, breakEvenAmount } = tripProfit(trip, feeUsdt)
        const from = breakEvenAmount === null ? null : numbers.grouped(Number(breakEvenAmount.toPrecision(2)))
        return (
          <p key={`${trip.buy_exchange} ${trip.sell_exchange}`}>
            <RouteName trip={trip} /> {numbers.change(trip.gross_spread_pct)}
            <span class="under quiet small">
              {t('arb.why.fee', {
                fee_usdt: feeOf(trip, feeUsdt),
                fee: numbers.difference(fee),
                gross: numbers.difference(gross),
                fiat,
              })}{' '}
              {from !== null &&
                breakEvenAmount !== null &&
                t(breakEvenAmount > maxTripAmount(trip) ? 'arb.why.beyond' : 'arb.why.from', { amount: from, fiat })}
            </span>
          </p>
        )
      })}
    </section>
  )
}
