import type { ComponentChildren } from 'preact'
import { useCallback } from 'preact/hooks'
import { decimalsOf } from '../../formats/numbers.js'
import { createTimes, type Zone } from '../../formats/times.js'
import { exchangeName } from '../../listed/names.js'
import type { LiveRates } from '../../live/live-rates-store.js'
import { Age, useTicking } from '../../parts/age.js'
import { Doubts } from '../../parts/doubts.js'
import { Shape } from '../../parts/icon.js'
import { PageLink } from '../../parts/page-link.js'
import { Price } from '../../parts/price.js'
import { Tag } from '../../parts/tag.js'
import { moneyText } from '../../quote/amounts.js'
import { useServices } from '../../services.js'
import type { KnownPrices, Side, SideNow } from './sides-now.js'
import { sideNow } from './sides-now.js'

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
  const { translator, ticker } = useServices()
  const { t } = translator
  // Drawn again in the second in which a price is too old, not only when another comes.
  useTicking(useCallback((nowMs) => sideNow(side, { ...known, nowMs }).state, [side, known]))
  const now = sideNow(side, { ...known, nowMs: ticker.now() })
  const sure = known.rates?.confidence?.[side]

  return (
    <Price
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
      {now.state === 'live' && sure !== undefined && <Doubts {...sure} fiat={fiat} />}
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
    </Price>
  )
}

const priceOf = (now: SideNow): number | null | undefined =>
  now.state === 'loading' ? undefined : now.state === 'none' ? null : now.price

function NoPrice({
  side,
  fiat,
  now,
}: {
  readonly side: Side
  readonly fiat: string
  readonly now: SideNow & { state: 'none' }
}) {
  const { translator, numbers } = useServices()
  const { t } = translator
  const { least } = now
  if (least === null)
    return (
      <p class="quiet">
        {t('price.none')} <PageLink href={`/ads/${fiat}/binance/${side}`}>{t('price.none.see')}</PageLink>
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
