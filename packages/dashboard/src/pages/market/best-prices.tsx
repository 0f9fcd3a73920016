import type { ComponentChildren } from 'preact'
import { useCallback } from 'preact/hooks'
import { decimalsOf } from '../../formats/numbers.js'
import { createTimes, type Zone } from '../../formats/times-and-zones.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import type { LiveRates } from '../../live/live-rates-store.js'
import { Age, useTicking } from '../../parts/age.js'
import { ConfidenceReasons } from '../../parts/confidence-reasons.js'
import { Shape } from '../../parts/icon.js'
import { LinkIfPageExists } from '../../parts/link-if-page-exists.js'
import { PriceCard } from '../../parts/price-card.js'
import { Tag } from '../../parts/tag.js'
import { moneyText } from '../../quote/usdt-and-fiat-amounts.js'
import { useServices } from '../../services-context.js'
import type { CurrentSidePrice, KnownPrices, Side } from './current-side-price.js'
import { currentSidePrice } from './current-side-price.js'

type BestPriceProps = {
  readonly side: Side
  readonly fiat: string
  readonly zone: Zone
  readonly decimals: number
  readonly liveRates: LiveRates
  readonly known: Omit<KnownPrices, 'nowMs'>
  readonly askedAtMs: (exchange: string) => number | null
  readonly children?: ComponentChildren
}

export function BestPrice({ side, fiat, zone, decimals, liveRates, known, askedAtMs, children }: BestPriceProps) {
  const { serverClock, translator, t } = useServices()
  // Drawn again in the second in which a price is too old, not only when another comes.
  useTicking(useCallback((nowMs) => currentSidePrice(side, { ...known, nowMs }).state, [side, known]))
  const now = currentSidePrice(side, { ...known, nowMs: serverClock.now() })
  const sure = known.rates?.confidence?.[side]

  return (
    <PriceCard
      side={side}
      fiat={fiat}
      price={priceOf(now)}
      decimals={decimals}
      state={now.state}
      changedAtMs={changeOf(side, liveRates) === null ? null : liveRates.changedAtMs}
    >
      {now.state === 'live' && (
        <p>
          <b>{exchangeName(now.exchange)}</b>{' '}
          <span class="quiet">
            · {t('count.ads', { n: now.ads })} · <Age atMs={askedAtMs(now.exchange) ?? now.atMs} />
          </span>{' '}
          <Changed side={side} liveRates={liveRates} zone={zone} decimals={decimals} />
        </p>
      )}
      {now.state === 'live' && sure !== undefined && <ConfidenceReasons {...sure} fiat={fiat} />}
      {now.state === 'stale' && (
        <>
          <p>
            <Shape name="stale" /> {translator.translateCode('source', 'stale')}{' '}
            <span class="quiet">
              {t('price.last_seen')} <Age atMs={now.atMs} />
            </span>
          </p>
          <p class="small quiet">{t('price.stale')}</p>
        </>
      )}
      {now.state === 'none' && <NoPrice side={side} fiat={fiat} now={now} />}
      {children}
    </PriceCard>
  )
}

const priceOf = (now: CurrentSidePrice): number | null | undefined =>
  now.state === 'loading' ? undefined : now.state === 'none' ? null : now.price

function NoPrice({
  side,
  fiat,
  now,
}: {
  readonly side: Side
  readonly fiat: string
  readonly now: CurrentSidePrice & { state: 'none' }
}) {
  const { numbers, t } = useServices()
  const { least } = now
  if (least === null)
    return (
      <p class="quiet">
        {t('price.none')}{' '}
        <LinkIfPageExists href={`/ads/${fiat}/binance/${side}`}>{t('price.none.see')}</LinkIfPageExists>
      </p>
    )
  return (
    <p class="quiet">
      {t('price.least', {
        usdt: numbers.grouped(least.from_usdt),
        fiat: `${moneyText(least.from_fiat, fiat, numbers)} ${fiat}`,
        exchange: exchangeName(least.exchange),
      })}{' '}
      <b>{numbers.price(least.price, decimalsOf([least.price], fiat))}</b>
    </p>
  )
}

/** Change of a side's best price in the newest update; null if it is unchanged. */
function changeOf(side: Side, { before, rates }: LiveRates): number | null {
  if (before === null || rates === null || before.fiat !== rates.fiat) return null
  const change = rates[`best_${side}`].price - before[`best_${side}`].price
  return change === 0 ? null : change
}

const shownForMs = 60_000

/** "▼ 0.02 since 12:05", for a minute after the change. */
function Changed({
  side,
  liveRates,
  zone,
  decimals,
}: Pick<BestPriceProps, 'side' | 'liveRates' | 'zone' | 'decimals'>) {
  const { translator, numbers } = useServices()
  const { changedAtMs, before, rates } = liveRates
  const isShown = useTicking(
    useCallback(() => changedAtMs !== null && Date.now() - changedAtMs < shownForMs, [changedAtMs]),
  )
  const change = changeOf(side, liveRates)
  if (!isShown || change === null || before === null || rates === null) return null
  const sign = change < 0 ? '▼' : '▲'
  return (
    <Tag>
      {translator.t('price.changed', {
        change: `${sign} ${numbers.price(Number(Math.abs(change).toFixed(decimals)), decimals)}`,
        time: createTimes(translator.lang, zone).clock(Date.parse(before.updated_at)),
      })}
    </Tag>
  )
}
