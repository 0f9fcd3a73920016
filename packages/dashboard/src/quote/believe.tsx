import type { Quote, Source } from '@p2p-rates/contract'
import type { ComponentChild } from 'preact'
import { exchangeName } from '../listed/exchanges-fiats-and-plans.js'
import { Age } from '../parts/age.js'
import { Icon } from '../parts/icon.js'
import { MethodNames } from '../parts/method-names.js'
import { cleanUntrustedText, UntrustedText } from '../parts/untrusted-text.js'
import { useServices } from '../services-context.js'
import { compareAlternatives, isCost, quoteKind } from './quote-comparison.js'

type BelieveProps = {
  readonly quote: Quote
  /** The recommended plan, with which other exchanges are compared. */
  readonly compared: Quote
  readonly sources: readonly Source[]
}

/** Confidence in words, with its grounds: the record of the advertiser, the terms of the ad, and other exchanges. */
export function Believe({ quote, compared, sources }: BelieveProps) {
  const { translator, numbers, t, tRich } = useServices()
  const { level, reasons } = quote.confidence
  const known = levels.find((one) => one === level) ?? 'low'
  const [fill] = quote.fills.toSorted((a, b) => b.usdt - a.usdt)
  if (fill === undefined) return null
  const { completed_orders: orders, completion_pct: completion } = fill
  const trades = quote.fills.length
  const hasRecord = orders !== null || completion !== null
  const record = [
    ...(orders === null ? [] : [t('record.orders', { n: orders })]),
    ...(completion === null ? [] : [t('believe.completed', { pct: numbers.derived(completion) })]),
  ]
  const observedAt = sources.find(({ exchange }) => exchange === fill.exchange)?.observed_at ?? quote.updated_at
  const next = nextIn(compared)

  function reasonOf(code: string): string {
    const text = translator.findText(`confidence.why.${code}`) ?? cleanUntrustedText(code, 40).replaceAll('_', ' ')
    return code === 'ahead_of_others' && next !== null ? `${text.replace(/\.$/, '')}: ${next}` : text
  }

  return (
    <section class={`believe ${known}`}>
      <h2>
        {t('believe.title')} {t(`believe.${known}`)}
        {reasons.length > 0 && `: ${t('believe.things', { n: reasons.length })}`}
      </h2>
      <ul>
        <Line isGood={hasRecord}>
          {trades > 1 && t('believe.largest', { n: trades })} <UntrustedText text={fill.nickname} longest={40} />:{' '}
          {hasRecord ? record.join(', ') : t('record.none')}
        </Line>
        <Line isGood>
          {tRich('believe.takes', {
            methods: <MethodNames names={fill.payment_methods} most={2} />,
            from: numbers.grouped(fill.min_amount),
            to: numbers.grouped(Math.floor(fill.max_amount)),
            fiat: quote.fiat,
            age: observedAt !== null && <Age atMs={Date.parse(observedAt)} />,
          })}
        </Line>
        {reasons.map((code) => (
          <Line key={code} isGood={false}>
            {reasonOf(code)}
          </Line>
        ))}
        {reasons.length === 0 && next !== null && <Line isGood>{next}</Line>}
      </ul>
    </section>
  )

  function nextIn(best: Quote): string | null {
    const [next] = compareAlternatives(best)
    if (next === undefined || next.kind === 'part') return null
    const exchange = exchangeName(next.exchange)
    return next.kind === 'same'
      ? t('believe.next.same', { exchange })
      : t(`believe.next.${isCost(quoteKind(best)) ? 'takes' : 'gives'}_${next.kind}`, {
          exchange,
          sum: numbers.difference(next.difference),
          unit: next.unit === 'fiat' ? best.fiat : 'USDT',
        })
  }
}

const levels = ['low', 'medium', 'high'] as const

const Line = ({ isGood, children }: { readonly isGood: boolean; readonly children: ComponentChild }) => (
  <li class={isGood ? undefined : 'doubtful'}>
    <Icon name={isGood ? 'yes' : 'warning'} size={14} />
    <span>{children}</span>
  </li>
)
