import type { ComponentChildren } from 'preact'
import { decimalsOf } from '../formats/numbers.js'
import { useServices } from '../services-context.js'
import { Icon } from './icon.js'
import { Skeleton } from './skeleton.js'
import './price.css'

type PriceProps = {
  readonly side: 'buy' | 'sell'
  readonly fiat: string
  /** `null` where there is none, `undefined` while it is on its way. */
  readonly price: number | null | undefined
  readonly decimals?: number
  readonly state: 'live' | 'stale' | 'none' | 'loading'
  /** When it changed last: it is tinted for a moment. */
  readonly changedAtMs?: number | null
  readonly children?: ComponentChildren
}

export function PriceCard({ side, fiat, price, decimals = 0, state, changedAtMs = null, children }: PriceProps) {
  const { translator } = useServices()
  return (
    <section class={`price ${side} ${state}`}>
      <h2 class="sign-and-word">
        <Icon name={side} />
        {translator.t(`side.${side}_at`)}
      </h2>
      {price === undefined ? (
        <Skeleton width="60%" height="2.75rem" />
      ) : (
        <p class="amount">
          {/* Another key makes another element, whose tint begins anew. */}
          <span key={changedAtMs} class={changedAtMs === null ? 'digits' : 'digits changed'}>
            <Digits price={price} fiat={fiat} decimals={decimals} />
          </span>
        </p>
      )}
      <div class="about">{children}</div>
    </section>
  )
}

type DigitsProps = { readonly price: number | null; readonly fiat: string; readonly decimals: number }

/** Shown as "41.30 UAH", read aloud as "41.30 Ukrainian hryvnias per USDT". */
function Digits({ price, fiat, decimals }: DigitsProps) {
  const { translator, numbers } = useServices()
  if (price === null)
    return (
      <>
        — <span class="unit">{fiat}</span>
      </>
    )
  const spoken = new Intl.NumberFormat(translator.lang, {
    style: 'currency',
    currency: fiat,
    currencyDisplay: 'name',
    minimumFractionDigits: decimalsOf([price], fiat),
    maximumFractionDigits: 8,
  }).format(price)
  return (
    <>
      <span aria-hidden="true">
        {numbers.price(price, Math.max(decimals, decimalsOf([price], fiat)))} <span class="unit">{fiat}</span>
      </span>
      <span class="heard">{translator.t('price.spoken', { price: spoken })}</span>
    </>
  )
}
