import type { Rates } from '@p2p-rates/contract'
import { useQuery } from '../../api/use-query.js'
import { decimalsOf } from '../../formats/numbers.js'
import { createTimes, type Zone } from '../../formats/times-and-zones.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { NotInPlan } from '../../parts/not-in-plan.js'
import { Tag } from '../../parts/tag.js'
import { cleanUntrustedText } from '../../parts/untrusted-text.js'
import { useCopy } from '../../parts/use-copy.js'
import { useServices } from '../../services-context.js'
import { PriceVerdict } from './price-verdict.js'
import './cards.css'

type CardsProps = {
  readonly fiat: string
  readonly side: 'buy' | 'sell'
  readonly rates: Rates | null
  readonly decimals: number
  readonly zone: Zone
  readonly version: number
  readonly hasStats: boolean
  readonly hasHistory: boolean
  readonly onSide: (side: 'buy' | 'sell') => void
}

/** Answers to the three next questions: the time to buy, the other side, and the value of a USDT. */
export function Cards(props: CardsProps) {
  const { fiat, side, rates, decimals, zone, version, hasStats, hasHistory, onSide } = props
  return (
    <div class="cards">
      {hasStats ? (
        <PriceVerdict fiat={fiat} zone={zone} decimals={decimals} version={version} hasHistory={hasHistory} />
      ) : (
        <NotInPlan what="plan.stats" feature="stats" />
      )}
      <OtherSide side={side === 'buy' ? 'sell' : 'buy'} rates={rates} decimals={decimals} onSide={onSide} />
      <IndexCard fiat={fiat} version={version} />
    </div>
  )
}

function OtherSide({ side, rates, decimals, onSide }: Pick<CardsProps, 'side' | 'rates' | 'decimals' | 'onSide'>) {
  const { numbers, t } = useServices()
  const best = rates?.[`best_${side}`]
  return (
    <section class={`card column ${side}`}>
      <h2 class="card-name">{t(`cards.other.${side}`)}</h2>
      {rates === null || best === undefined ? (
        <p class="quiet">{t('cards.other.none')}</p>
      ) : (
        <>
          <p class="card-figure">
            {numbers.price(best.price, decimals)} {rates.fiat}{' '}
            <span class="quiet small">{t('cards.other.on', { exchange: exchangeName(best.exchange) })}</span>
          </p>
          {rates.confidence?.[side].level === 'low' && <Tag kind="bad">{t('doubt.low')}</Tag>}
          <BestPriceGap rates={rates} decimals={decimals} />
        </>
      )}
      <button type="button" class="link small not-printed" onClick={() => onSide(side)}>
        {t(`cards.other.show_${side}`)}
      </button>
    </section>
  )
}

function IndexCard({ fiat, version }: Pick<CardsProps, 'fiat' | 'version'>) {
  const { numbers, translator, t } = useServices()
  const copy = useCopy()
  const { answer } = useQuery('GET /index', { fiat }, { version })
  const title = <h2 class="card-name">{t('cards.index')}</h2>
  if (answer === null)
    return (
      <section class="card column index-card">
        {title}
        <p class="quiet">{t('cards.other.none')}</p>
      </section>
    )
  const { value, sources, official, premium_pct: premium } = answer
  const level =
    translator.findText(`cards.index.${answer.confidence.level}`) ?? cleanUntrustedText(answer.confidence.level, 20)
  return (
    <section class="card column index-card">
      {title}
      <p class="card-figure">
        {numbers.price(value, decimalsOf([value], fiat))} {fiat}
      </p>
      <p class="small quiet">
        {t('cards.index.made', { n: sources, level })}{' '}
        {official !== null &&
          premium !== null &&
          t(premium < 0 ? 'cards.index.below' : 'cards.index.above', {
            pct: numbers.percent(Math.abs(premium)),
            rate: numbers.derived(official.rate),
            source: cleanUntrustedText(official.source, 60),
            day: createTimes(translator.lang, 'local').date(Date.parse(`${official.day}T12:00`)),
          })}
      </p>
      <p class="ways small not-printed">
        <a href="#reference">{t('cards.index.more')}</a>
        <button type="button" class="link" onClick={() => void copy(answer.cite, true)}>
          {t('cards.index.cite')}
        </button>
      </p>
    </section>
  )
}

export function BestPriceGap({ rates, decimals }: { readonly rates: Rates; readonly decimals: number }) {
  const { numbers, tRich, t } = useServices()
  const { best_buy: buy, best_sell: sell } = rates
  // In as many decimals as the prices have: two would make nothing of a difference in EUR.
  const difference = Number((sell.price - buy.price).toFixed(decimals))
  const values = {
    a: exchangeName(buy.exchange),
    b: exchangeName(sell.exchange),
    money: `${numbers.price(Math.abs(difference), decimals)} ${rates.fiat}`,
  }
  const isOne = buy.exchange === sell.exchange
  const text = numbers.percent(Math.abs(sell.price / buy.price - 1) * 100)
  return (
    <p class="small quiet">
      {difference === 0
        ? t('between.even')
        : difference < 0
          ? tRich(isOne ? 'between.costs.one' : 'between.costs', {
              ...values,
              costs: <b>{t('between.costs.part', { pct: text })}</b>,
            })
          : tRich(isOne ? 'between.earns.one' : 'between.earns', {
              ...values,
              earns: <b>{t('between.earns.part', { pct: text })}</b>,
            })}
    </p>
  )
}
