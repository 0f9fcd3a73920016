import { triggerOf } from '@p2p-rates/contract/crossing'
import { decimalsOf } from '../../formats/numbers.js'
import { createTimes } from '../../formats/times-and-zones.js'
import { spanWords } from '../../parts/age.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { lazyPart } from '../../parts/lazy-part.js'
import { Skeleton } from '../../parts/skeleton.js'
import { Tag } from '../../parts/tag.js'
import { useServices } from '../../services-context.js'
import {
  backtestFirings,
  calmerThreshold,
  isBeyond,
  maxUsefulFirings,
  pastValues,
  rearmThreshold,
} from './backtest-firings.js'
import type { WebhookForm } from './route.js'
import { usePast24h, useWatchedPrice, type WatchedPrice } from './use-watched-price.js'
import { holdWords } from './webhook-description.js'

const BacktestChart = lazyPart(async () => (await import('./backtest-chart.js')).BacktestChart)

type PreviewProps = { readonly form: WebhookForm; readonly onTry?: (threshold: string) => void }

export function Preview({ form, onTry }: PreviewProps) {
  const { numbers, translator, t, tRich, lang } = useServices()
  const now = useWatchedPrice(form)
  const past = usePast24h(form)
  const { clock } = createTimes(lang, 'local')
  const isSpread = form.event === 'spread'
  const side = form.event === 'best_sell' ? 'sell' : 'buy'
  const hold = Number(form.hold)
  const threshold = form.threshold === '' ? null : Number(form.threshold)
  const trigger =
    threshold === null
      ? null
      : triggerOf({
          event: form.event,
          threshold,
          hysteresis: form.hysteresis === '' ? null : Number(form.hysteresis),
          holdSeconds: hold,
        })
  const points = pastValues(past.answer?.points ?? [], side).filter(({ atMs }) => atMs >= past.fromMs)
  const values = points.flatMap(({ value }) => value ?? [])
  const decimals = decimalsOf([now.value, threshold, ...values].filter(Number.isFinite), form.fiat)
  const price = (value: number) => numbers.price(value, decimals)
  const write = (value: number) => (isSpread ? numbers.percent(value) : price(value))
  const fired = trigger === null ? [] : backtestFirings(points, trigger)
  const calmer = trigger !== null && fired.length > maxUsefulFirings ? calmerThreshold(points, trigger) : null

  return (
    <section class="stack preview" aria-labelledby="preview-title">
      <div class="ends preview-head">
        <h2 id="preview-title">{t(past.hasPast ? 'hooks.preview' : 'hooks.preview.now')}</h2>
        {onTry !== undefined && <Tag>{t('hooks.preview.tag')}</Tag>}
      </div>
      <p class="preview-words" aria-live="off">
        <NowWords
          now={now}
          threshold={threshold}
          trigger={trigger}
          write={write}
          fiat={isSpread ? null : form.fiat}
          hold={hold}
        />{' '}
        {!past.hasPast
          ? t(isSpread ? 'hooks.past.spread' : form.method === '' ? 'hooks.past.fill' : 'hooks.past.method')
          : past.answer === null
            ? null
            : values.length === 0
              ? t('hooks.past.none')
              : trigger === null
                ? t('hooks.past.hint')
                : fired.length === 0
                  ? t('hooks.past.never')
                  : tRich('hooks.past.fired', {
                      n: fired.length,
                      times: <b>{t('hooks.past.times', { n: fired.length })}</b>,
                      list: listed(fired.map(clock), (list, n) => t('hooks.past.and', { list, n })),
                    })}
      </p>
      {fired.length > maxUsefulFirings && (
        <p class="preview-words">
          {calmer === null ? (
            t('hooks.past.often_alone', { span: spanWords(translator, 86_400 / fired.length) })
          ) : (
            <>
              {tRich('hooks.past.often', {
                span: spanWords(translator, 86_400 / fired.length),
                threshold: onTry ? (
                  <button type="button" class="link" onClick={() => onTry(String(calmer))}>
                    {price(calmer)}
                  </button>
                ) : (
                  <b>{price(calmer)}</b>
                ),
              })}
              .
            </>
          )}
        </p>
      )}
      {past.error !== null && past.error.code !== 'plan_required' && (
        <ErrorBanner error={past.error} refetch={past.refetch} />
      )}
      {past.hasPast &&
        past.error === null &&
        (past.answer === null ? (
          <Skeleton width="100%" height="190px" />
        ) : values.length > 0 ? (
          <div class={past.isOld ? 'old' : undefined}>
            <BacktestChart
              fallback={<Skeleton width="100%" height="190px" />}
              points={points}
              fromMs={past.fromMs}
              toMs={past.toMs}
              threshold={threshold}
              fired={fired}
              side={side}
              fiat={form.fiat}
              exchange={form.exchange}
              price={price}
            />
          </div>
        ) : null)}
      {trigger !== null && (
        <p class="quiet small">
          {isSpread ? (
            t('hooks.rule.percent', { back: numbers.percent(rearmThreshold(trigger)) })
          ) : (
            <>
              {past.hasPast && <Ring />}{' '}
              {t(`hooks.rule.${trigger.direction}`, { back: numbers.derived(rearmThreshold(trigger)) })}
            </>
          )}{' '}
          {hold > 0 && `${t('hooks.rule.hold', { span: holdWords(translator, hold) })} `}
          {t(form.confidence === 'high' ? 'hooks.rule.silent_high' : 'hooks.rule.silent')}
          {form.confidence === 'high' && past.hasPast && ` ${t('hooks.past.confidence')}`}
        </p>
      )}
    </section>
  )
}

type NowProps = {
  readonly now: WatchedPrice
  readonly threshold: number | null
  readonly trigger: ReturnType<typeof triggerOf> | null
  readonly write: (value: number) => string
  readonly fiat: string | null
  readonly hold: number
}

function NowWords({ now: { value, isKnown }, threshold, trigger, write, fiat, hold }: NowProps) {
  const { numbers, translator, t, tRich } = useServices()
  if (!isKnown) return null
  if (value === null) return <>{t('hooks.now.none')}</>
  if (!Number.isFinite(value)) return <>{t('hooks.now.no_route')}</>
  const now = <b>{write(value)}</b>
  if (threshold === null || trigger === null) return <>{tRich('hooks.now.alone', { now })}</>
  if (isBeyond(value, trigger))
    return (
      <>
        {hold > 0
          ? tRich('hooks.now.holding', { now, span: holdWords(translator, hold) })
          : tRich('hooks.now.beyond', { now })}
      </>
    )
  const apart = Math.abs(value - threshold)
  const distance = <b>{fiat === null ? numbers.percent(apart) : `${differenceText(numbers, apart)}\u00a0${fiat}`}</b>
  return <>{tRich(value > threshold ? 'hooks.now.above' : 'hooks.now.below', { now, distance })}</>
}

/** Two decimals, and more only where two would say nothing. */
const differenceText = (numbers: ReturnType<typeof useServices>['numbers'], value: number): string =>
  value >= 0.01 ? numbers.difference(value) : numbers.derived(Number(value.toFixed(8)))

const shownTimes = 6

function listed(times: readonly string[], more: (list: string, n: number) => string): string {
  const list = times.slice(0, shownTimes).join(', ')
  return times.length > shownTimes ? more(list, times.length - shownTimes) : list
}

const Ring = () => (
  <svg class="shape" viewBox="0 0 12 12" width={12} height={12} aria-hidden="true">
    <circle cx="6" cy="6" r="4" />
  </svg>
)
