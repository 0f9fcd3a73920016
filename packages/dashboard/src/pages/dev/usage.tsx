import type { UsageOfKey } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { Answered } from '../../parts/answered.js'
import { EmptyState } from '../../parts/empty-state.js'
import { PageHeading, useTitle } from '../../parts/page-heading-and-title.js'
import { SegmentedControl } from '../../parts/segmented-control.js'
import { Select } from '../../parts/select.js'
import { useUrlState } from '../../routes/use-url-state.js'
import { useServices } from '../../services-context.js'
import { DevFrame } from './dev-frame.js'
import { usageRoute } from './route.js'
import { monthWords, UsageChart } from './usage-chart.js'
import { knownMonths, linesOf, monthOf, sumsBy } from './usage-sums.js'
import { UsageTable } from './usage-table.js'

export function Usage() {
  const { serverClock, t, lang } = useServices()
  const [view, choose] = useUrlState(usageRoute)
  const query = useQuery('GET /usage', { days: 90 })
  const { answer } = query
  const [by, setBy] = useState<'endpoint' | 'key' | 'day'>('endpoint')
  useTitle(t('dev.usage'))

  const months = knownMonths(serverClock.now())
  const month = months.includes(view.month) ? view.month : monthOf(serverClock.now())
  const lines = answer === null ? null : linesOf(answer, { ...view, month })
  const named = (names: readonly string[], chosen: string, all: string) => [
    { value: '', label: all },
    ...[...new Set([...names, ...(chosen === '' ? [] : [chosen])])]
      .toSorted()
      .map((one) => ({ value: one, label: one })),
  ]
  const nameOf = { endpoint: 'endpoint', key: 'key_prefix', day: 'day' } as const
  const sums = sumsBy(lines ?? [], (line) => line[nameOf[by]])

  return (
    <DevFrame>
      <div class="stack-wide">
        <PageHeading>{t('dev.usage')}</PageHeading>
        <div class="ways">
          <Select
            label={t('usage.month')}
            value={month}
            options={months.map((one) => ({ value: one, label: monthWords(lang, one) }))}
            onChoose={(chosen) => choose({ month: chosen === monthOf(serverClock.now()) ? '' : chosen })}
          />
          <Select
            label={t('usage.key')}
            value={view.key}
            options={named(answer?.keys.map(({ key_prefix }) => key_prefix) ?? [], view.key, t('usage.all_keys'))}
            onChoose={(key) => choose({ key })}
          />
          <Select
            label={t('usage.endpoint')}
            value={view.endpoint}
            options={named(answer?.keys.map(({ endpoint }) => endpoint) ?? [], view.endpoint, t('usage.all_endpoints'))}
            onChoose={(endpoint) => choose({ endpoint })}
          />
        </div>
        <Answered query={query} height="14rem">
          {() =>
            lines === null || lines.length === 0 ? (
              <EmptyState title={t('usage.none')}>{t('usage.none.why')}</EmptyState>
            ) : (
              <UsageChart month={month} lines={lines} />
            )
          }
        </Answered>
      </div>
      {lines !== null && lines.length > 0 && (
        <section>
          <div class="row section-head">
            <SegmentedControl
              label={t('usage.by')}
              value={by}
              options={[
                { value: 'endpoint', label: t('usage.by_endpoint') },
                { value: 'key', label: t('usage.by_key') },
                { value: 'day', label: t('usage.by_day') },
              ]}
              onChoose={setBy}
            />
            <button type="button" class="link small" onClick={() => download(usageCsv(lines), `usage-${month}.csv`)}>
              CSV
            </button>
          </div>
          <UsageTable
            caption={t('dev.usage')}
            heading={t(`usage.${by}`)}
            rows={by === 'day' ? sums.toSorted((a, b) => (a.name < b.name ? 1 : -1)) : sums}
            hasShare={by !== 'day'}
          />
        </section>
      )}
      <p class="faint small">{t('usage.hints')}</p>
    </DevFrame>
  )
}

function download(text: string, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** The lines as they were answered, the oldest day first. Names of endpoints and keys hold nothing that a table obeys. */
const usageCsv = (lines: readonly UsageOfKey[]): string =>
  [
    columns.join(','),
    ...lines
      .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
      .map((line) => columns.map((column) => line[column]).join(',')),
  ]
    .map((row) => `${row}\r\n`)
    .join('')

const columns = ['day', 'key_prefix', 'endpoint', 'requests', 'counted', 'errors', 'limited'] as const
