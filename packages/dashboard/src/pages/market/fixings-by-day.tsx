import type { DaysPremium, Fixing, NextFixing } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { createTimes } from '../../formats/times-and-zones.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { RecordTable } from '../../parts/record-table.js'
import { Skeleton } from '../../parts/skeleton.js'
import { UntrustedTextInFull } from '../../parts/untrusted-text.js'
import { useCopy } from '../../parts/use-copy.js'
import { useServices } from '../../services-context.js'

type Day = Pick<DaysPremium, 'day' | 'official' | 'premium_pct'> & {
  /** Null if withheld. */
  readonly index: number | null
  /** Newest entry of the day in the chain. */
  readonly entry: Fixing | undefined
  /** The fixing that the entry corrects. */
  readonly corrected: Fixing | undefined
  readonly next: NextFixing | null
}

export function FixingsByDay({ fiat }: { readonly fiat: string }) {
  const { t } = useServices()
  const [isAsked, setAsked] = useState(false)
  const premium = useQuery('GET /index/premium', isAsked ? { fiat } : null)
  const fixings = useQuery('GET /index/fixings', isAsked ? { fiat } : null)
  if (!isAsked)
    return (
      <button type="button" class="link small not-printed" onClick={() => setAsked(true)}>
        {t('reference.days.show')}
      </button>
    )
  for (const { error, refetch } of [premium, fixings])
    if (error !== null) return <ErrorBanner error={error} refetch={refetch} facts={{ fiat }} />
  if (premium.answer === null || fixings.answer === null) return <Skeleton width="100%" height="10rem" />
  const days = daysOf(premium.answer.days, fixings.answer.fixings)
  if (days.length === 0) return <p class="quiet">{t('reference.days.none')}</p>
  return <DaysTable fiat={fiat} days={days} />
}

/** Days with a value or a withheld fixing, newest first. */
function daysOf(premiums: readonly DaysPremium[], fixings: readonly Fixing[]): readonly Day[] {
  const newest = new Map(fixings.map((entry) => [entry.day, entry]))
  const first = new Map(fixings.toReversed().map((entry) => [entry.day, entry]))
  // A correction carries no value of a new method.
  const nexts = new Map(fixings.flatMap(({ day, method_next: next }) => (next === null ? [] : [[day, next] as const])))
  const withheld = [...newest.values()].filter(({ value }) => value === null)
  return [...premiums, ...withheld.map(({ day }) => ({ day, index: null, official: null, premium_pct: null }))]
    .map((facts) => {
      const entry = newest.get(facts.day)
      const corrected = (entry?.correction ?? null) === null ? undefined : first.get(facts.day)
      return { ...facts, entry, corrected, next: nexts.get(facts.day) ?? null }
    })
    .toSorted((one, other) => (one.day < other.day ? 1 : -1))
}

function DaysTable({ fiat, days }: { readonly fiat: string; readonly days: readonly Day[] }) {
  const { numbers, translator, t } = useServices()
  const times = createTimes(translator.lang, 'local')
  const newMethods = new Set(days.flatMap(({ next }) => next?.method ?? []))
  return (
    <>
      <RecordTable<Day>
        caption={t('reference.days')}
        rows={days}
        keyOf={({ day }) => day}
        columns={[
          { heading: t('reference.day'), onPhone: 'title', cell: ({ day }) => times.date(Date.parse(`${day}T12:00`)) },
          { heading: t('reference.fixing'), isNumber: true, cell: (day) => <DaysFixing {...day} /> },
          {
            heading: t('reference.official'),
            isNumber: true,
            cell: ({ official }) => (official === null ? '—' : numbers.derived(official.rate)),
          },
          {
            heading: t('reference.premium'),
            isNumber: true,
            cell: ({ premium_pct: pct }) => (pct === null ? '—' : numbers.change(pct)),
          },
          { heading: t('reference.digest'), onPhone: 'wide', cell: ({ entry }) => <Digest entry={entry} /> },
        ]}
      />
      <p class="quiet small">
        {days.some(({ index }) => index === null) && <>{t('reference.withheld.why')} </>}
        {newMethods.size > 0 && <>{t('reference.next', { method: [...newMethods].join(', ') })} </>}
        {t('reference.chain')} <code>p2p index days {fiat} --verify</code>{' '}
        <a href="/docs/reference-index">{t('reference.chain.more')}</a>
      </p>
    </>
  )
}

/** With the unreadable exchanges if withheld, the corrected value, and the value of a new method. */
function DaysFixing({ index, entry, corrected, next }: Day) {
  const { numbers, t } = useServices()
  const exchanges = (entry?.withheld ?? []).map(exchangeName).join(', ')
  return (
    <>
      {index === null ? t('reference.withheld') : numbers.derived(index)}
      {index === null && <div class="quiet small">{t('reference.withheld.unreadable', { exchanges })}</div>}
      {corrected !== undefined && (
        <div class="small">
          {t('reference.corrected', {
            value: corrected.value === null ? t('reference.withheld') : numbers.derived(corrected.value),
          })}{' '}
          <UntrustedTextInFull text={entry?.correction ?? ''} />
        </div>
      )}
      {next !== null && next.value !== null && (
        <div class="quiet small">
          {next.method}: {numbers.derived(next.value)}
        </div>
      )}
    </>
  )
}

function Digest({ entry }: { readonly entry: Fixing | undefined }) {
  const { t } = useServices()
  const copy = useCopy()
  if (entry === undefined) return <>—</>
  return (
    <button
      type="button"
      class="link small"
      title={t('reference.digest.before', { digest: entry.previous_digest ?? '—' })}
      aria-label={t('reference.digest.copy', { day: entry.day })}
      onClick={() => void copy(entry.digest, true)}
    >
      <code>{entry.digest.slice(0, 12)}…</code>
    </button>
  )
}
