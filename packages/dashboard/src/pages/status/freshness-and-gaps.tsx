import type { SeriesQuality } from '@p2p-rates/contract'
import { useQuery } from '../../api/use-query.js'
import type { Times } from '../../formats/times-and-zones.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { lengthWords, spanWords } from '../../parts/age.js'
import { Answered } from '../../parts/answered.js'
import { RecordTable } from '../../parts/record-table.js'
import { useServices } from '../../services-context.js'

type QualityProps = {
  readonly fiat: string
  /** Period of the page. Shares cover whole days; gaps follow the period to the hour. */
  readonly span: '24h' | '30d'
  readonly times: Times
}

const mostGaps = 8

export function FreshnessAndGaps({ fiat, span, times }: QualityProps) {
  const { numbers, serverClock, translator, t } = useServices()
  // A day is one of UTC, so that today alone may have just begun.
  const days = span === '24h' ? 2 : 30
  const query = useQuery('GET /quality', { fiat, days })
  const { answer } = query
  const nameOf = (series: string) =>
    series === 'best' ? t('quality.best') : series === 'index' ? t('quality.index') : exchangeName(series)
  const why = (reason: string) =>
    translator.findText(`quality.why.${reason}`) ?? translator.translateCode('source', reason)
  const freshness = new Map((answer?.freshness ?? []).map((one) => [one.exchange as string, one]))
  const age = (seconds: number | null | undefined) =>
    seconds == null ? '—' : <span class="nowrap">{spanWords(translator, seconds)}</span>
  const share = (pct: number | null | undefined) => (pct == null ? '—' : numbers.percent(pct))
  const sinceMs = span === '24h' ? serverClock.now() - 86_400_000 : 0
  const gaps = (answer?.gaps ?? []).filter(({ ended_at: at }) => at === null || Date.parse(at) > sinceMs)
  const targetSeconds = answer?.freshness[0]?.target_seconds ?? null
  return (
    <section class="record-quality">
      <h2>{t('quality.title', { fiat })}</h2>
      <p class="quiet small">{t('quality.about', { n: days })}</p>
      <Answered query={query} facts={{ fiat }} height="16rem" dims>
        {(answer) => (
          <>
            <RecordTable<SeriesQuality>
              caption={t('quality.title', { fiat })}
              rows={answer.series}
              keyOf={({ exchange }) => exchange}
              columns={[
                { heading: t('quality.series'), onPhone: 'title', cell: ({ exchange }) => <b>{nameOf(exchange)}</b> },
                { heading: t('quality.share'), isNumber: true, cell: (one) => share(one.share_pct) },
                {
                  heading: t('quality.p50'),
                  isNumber: true,
                  cell: ({ exchange }) => age(freshness.get(exchange)?.p50_seconds),
                },
                {
                  heading: t('quality.p95'),
                  isNumber: true,
                  cell: ({ exchange }) => age(freshness.get(exchange)?.p95_seconds),
                },
                ...(targetSeconds === null
                  ? []
                  : [
                      {
                        heading: t('quality.target', {
                          span: spanWords(translator, targetSeconds).replaceAll(' ', '\u00a0'),
                        }),
                        isNumber: true,
                        cell: ({ exchange }: SeriesQuality) => share(freshness.get(exchange)?.within_target_pct),
                      },
                    ]),
              ]}
            />
            <h3>{t(span === '24h' ? 'quality.gaps.24h' : 'quality.gaps')}</h3>
            {gaps.length === 0 ? (
              <p class="quiet small">{t(answer.gaps.length === 0 ? 'quality.gaps.none' : 'quality.gaps.none.24h')}</p>
            ) : (
              <ul class="small">
                {gaps.slice(0, mostGaps).map((gap) => (
                  <li key={`${gap.exchange} ${gap.started_at}`}>
                    {t('quality.gap', {
                      series: nameOf(gap.exchange),
                      span: lengthWords(translator, gap.seconds),
                      time: times.moment(Date.parse(gap.started_at)),
                      why: why(gap.reason),
                    })}
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Answered>
    </section>
  )
}
