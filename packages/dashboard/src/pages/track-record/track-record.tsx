import type { TrackCounts, TrackRecord, TrackShare } from '@p2p-rates/contract'
import { cleanText } from '@p2p-rates/contract/words'
import { useQuery } from '../../api/use-query.js'
import { createTimes } from '../../formats/times-and-zones.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { Answered } from '../../parts/answered.js'
import { EmptyState } from '../../parts/empty-state.js'
import { PageHeading, useTitle } from '../../parts/page-heading-and-title.js'
import { RecordTable } from '../../parts/record-table.js'
import { useServices } from '../../services-context.js'
import './track-record.css'

/** Shares of the best prices of this server that were still there later, with the method. */
export function TrackRecordPage() {
  const { t } = useServices()
  const query = useQuery('GET /track-record', {}, { version: null })
  useTitle(t('track.title'))
  return (
    <div class="stack-wide track-record">
      <PageHeading>{t('track.title')}</PageHeading>
      <p>{t('track.method.look')}</p>
      <p>{t('track.method.count')}</p>
      <p>{t('track.method.bait')}</p>
      <p>{t('track.method.interval')}</p>
      <Answered query={query} height="40rem" dims>
        {(record) =>
          [record.all, ...record.by_exchange].some(hasCases) ? (
            <Record record={record} />
          ) : (
            <EmptyState title={t('track.none')}>{t('track.none.until')}</EmptyState>
          )
        }
      </Answered>
      <p class="small not-printed">
        <a href="/docs/past-prices#track-record">{t('track.more')}</a> · <a href="/status">{t('track.status')}</a>
      </p>
    </div>
  )
}

/** False for prices that no later look has answered yet. */
const hasCases = (counts: TrackCounts): boolean => measures.some((measure) => counts[measure].cases > 0)

const measures = ['next_look', 'after_15_minutes', 'after_60_minutes', 'bait', 'trusted_bait', 'interval'] as const

type Row = TrackCounts & { readonly name: string }

function Record({ record }: { readonly record: TrackRecord }) {
  const { t, translator, lang } = useServices()
  const times = createTimes(lang, 'kyiv')
  const { all, by_confidence, by_exchange, by_fiat, by_day } = record
  const ofConfidence = by_confidence.map(({ confidence, ...counts }) => ({
    name: translator.findText(`track.level.${confidence}`) ?? cleanText(confidence),
    ...counts,
  }))
  const ofExchanges = by_exchange.map(({ exchange, ...counts }) => ({ name: exchangeName(exchange), ...counts }))
  const ofFiats = by_fiat.map(({ fiat, ...counts }) => ({ name: fiat, ...counts }))
  const ofDays = by_day.map(({ day, ...counts }) => ({ name: times.date(Date.parse(`${day}T12:00Z`)), ...counts }))
  return (
    <div class="stack-wide">
      <Table title={t('track.by.confidence')} rows={[{ name: t('track.all'), ...all }, ...ofConfidence]} />
      <Table title={t('track.by.exchange')} rows={ofExchanges} />
      <Table title={t('track.by.fiat')} rows={ofFiats} />
      <Table title={t('track.by.day')} rows={ofDays.toReversed()} />
    </div>
  )
}

function Table({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }) {
  const { numbers, t } = useServices()
  const hasBounds = rows.some(({ interval }) => interval.cases > 0)
  return (
    <section>
      <h2>{title}</h2>
      <RecordTable<Row>
        caption={title}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { heading: t('track.name'), onPhone: 'title', isHeadingVisuallyHidden: true, cell: ({ name }) => name },
          { heading: t('track.published'), isNumber: true, cell: ({ published }) => numbers.grouped(published) },
          { heading: t('track.next'), isNumber: true, cell: (row) => <Share share={row.next_look} /> },
          { heading: t('track.after_15'), isNumber: true, cell: (row) => <Share share={row.after_15_minutes} /> },
          { heading: t('track.after_60'), isNumber: true, cell: (row) => <Share share={row.after_60_minutes} /> },
          { heading: t('track.bait'), isNumber: true, cell: ({ bait }) => <Share share={bait} /> },
          { heading: t('track.trusted_bait'), isNumber: true, cell: (row) => <Share share={row.trusted_bait} /> },
          ...(hasBounds
            ? [
                {
                  heading: t('track.interval'),
                  isNumber: true,
                  cell: ({ interval }: Row) => <Share share={interval} />,
                },
              ]
            : []),
        ]}
      />
    </section>
  )
}

function Share({ share: { cases, share_pct: share } }: { readonly share: TrackShare }) {
  const { numbers, t } = useServices()
  if (cases === 0) return <span class="quiet">—</span>
  if (share === null) return <span class="quiet small">{t('track.few', { n: cases })}</span>
  return (
    <>
      <b>{numbers.percent(share)}</b>{' '}
      <span class="quiet small">{t('track.of', { cases: numbers.grouped(cases) })}</span>
    </>
  )
}
