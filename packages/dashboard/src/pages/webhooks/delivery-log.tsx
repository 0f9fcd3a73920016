import type { Delivery } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { createTimes } from '../../formats/times-and-zones.js'
import { spanWords, useTicking } from '../../parts/age.js'
import { Answered } from '../../parts/answered.js'
import { Button } from '../../parts/button.js'
import { EmptyState } from '../../parts/empty-state.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { Icon, type IconName } from '../../parts/icon.js'
import { type Column, RecordTable } from '../../parts/record-table.js'
import { Select } from '../../parts/select.js'
import { UntrustedText } from '../../parts/untrusted-text.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'
import { logStates } from './route.js'

type LogState = (typeof logStates)[number]

type LogProps = {
  readonly webhookId: string
  readonly version: number
  readonly state: LogState
  readonly onState?: (state: LogState) => void
  readonly onSent: () => void
}

export function DeliveryLog({ webhookId, version, state, onState, onSent }: LogProps) {
  const { api, liveRegion, t } = useServices()
  const [isQuick, setQuick] = useState(true)
  const everyMs = isQuick ? 1_000 : 15_000
  const round = useTicking((nowMs) => Math.floor(nowMs / everyMs))
  const query = useQuery(
    'GET /webhooks/{id}/deliveries',
    {},
    { params: { id: webhookId }, version: `${version} ${everyMs} ${round}` },
  )
  const { answer } = query
  const isUnderWay = useTicking((nowMs) => (answer?.deliveries ?? []).some((one) => isSoon(one, nowMs)))
  if (isUnderWay !== isQuick && answer !== null) setQuick(isUnderWay)

  const resend = useAction(async ({ id }: Delivery) => {
    await api.request(
      'POST /webhooks/{id}/deliveries/{delivery_id}/resend',
      {},
      { params: { id: webhookId, delivery_id: id } },
    )
    liveRegion.announce(t('log.resent'))
    onSent()
  })
  const shown = (answer?.deliveries ?? []).filter((one) => state === 'all' || one.state === state)

  return (
    <section class="log">
      <div class="row section-head">
        <h2>{t('log.title')}</h2>
        {onState !== undefined && (
          <span class="at-end">
            <Select
              label={t('log.filter')}
              value={state}
              options={logStates.map((value) => ({
                value,
                label: value === 'all' ? t('log.all') : t(`log.state.${value}`),
              }))}
              onChoose={onState}
            />
          </span>
        )}
      </div>
      {resend.error !== null && <ErrorBanner error={resend.error} refetch={resend.clearError} />}
      <Answered query={query} height="3.25rem" lines={3}>
        {() =>
          shown.length > 0 ? (
            <>
              <LogTable deliveries={shown} onResend={resend.run} />
              <p class="faint small">{t('log.foot')}</p>
            </>
          ) : state === 'all' ? (
            <EmptyState title={t('log.none')}>{t('log.none.why')}</EmptyState>
          ) : (
            <EmptyState
              title={t('log.none_such')}
              action={<Button word={t('log.show_all')} onClick={() => onState?.('all')} />}
            />
          )
        }
      </Answered>
    </section>
  )
}

const isSoon = ({ state, next_attempt_at }: Delivery, nowMs: number): boolean =>
  state === 'pending' && (next_attempt_at === null || Date.parse(next_attempt_at) - nowMs < 60_000)

type LogTableProps = { readonly deliveries: readonly Delivery[]; readonly onResend: (delivery: Delivery) => void }

function LogTable({ deliveries, onResend }: LogTableProps) {
  const { serverClock, translator, t } = useServices()
  const { day, place, exact } = createTimes(translator.lang, 'local')
  const today = place(serverClock.now()).date

  const columns: readonly Column<Delivery>[] = [
    {
      heading: t('log.time'),
      onPhone: 'title',
      cell: ({ created_at }) => {
        const atMs = Date.parse(created_at)
        return (
          <time class="nowrap" dateTime={created_at}>
            {place(atMs).date === today ? exact(atMs) : `${day(atMs)}, ${exact(atMs)}`}
          </time>
        )
      },
    },
    {
      heading: t('log.event'),
      onPhone: 'state',
      cell: ({ event, id }) => (
        <>
          <UntrustedText text={event} />
          <code class="under faint">{id.slice(0, 14)}</code>
        </>
      ),
    },
    { heading: t('market.state'), onPhone: 'wide', cell: (one) => <StateOf delivery={one} /> },
    { heading: t('log.answer'), cell: (one) => <AnswerOf delivery={one} /> },
    {
      heading: t('log.attempts'),
      onPhone: 'wide',
      cell: ({ attempts, state }) => (
        <AttemptMarks
          attempts={attempts}
          hasArrived={state === 'delivered'}
          outcome={stateWord(translator.findText, state)}
        />
      ),
    },
    {
      heading: t('act.actions'),
      onPhone: 'wide',
      isNumber: true,
      cell: (one) =>
        one.state === 'pending' ? null : (
          <Button
            kind="small quiet"
            word={t('log.resend')}
            label={t('log.resend_one', { id: one.id })}
            onClick={() => onResend(one)}
          />
        ),
    },
  ]
  return <RecordTable caption={t('log.title')} columns={columns} rows={deliveries} keyOf={({ id }) => id} />
}

const icons: Readonly<Record<string, IconName>> = {
  pending: 'retry',
  delivered: 'yes',
  superseded: 'minus',
  exhausted: 'no',
  cancelled: 'minus',
}

const stateWord = (find: (name: string) => string | null, state: string): string => find(`log.state.${state}`) ?? state

function StateOf({ delivery: { state, next_attempt_at, event } }: { readonly delivery: Delivery }) {
  const { translator, t, findText } = useServices()
  const nextMs = next_attempt_at === null ? null : Date.parse(next_attempt_at)
  const left = useTicking((nowMs) => (nextMs === null ? null : Math.max(0, Math.round((nextMs - nowMs) / 1000))))
  return (
    <>
      <span class={`nowrap ${state === 'exhausted' ? 'is-bad' : state === 'superseded' ? 'quiet' : ''}`}>
        <Icon name={icons[state] ?? 'minus'} size={14} /> {stateWord(findText, state)}
      </span>
      {state === 'pending' && (
        <span class="under quiet small">
          {left === null || left === 0 ? t('log.next.now') : t('log.next', { span: spanWords(translator, left) })}
        </span>
      )}
      {state !== 'pending' && event === 'ping' && <span class="under quiet small">{t('log.by_you')}</span>}
    </>
  )
}

function AnswerOf({ delivery }: { readonly delivery: Delivery }) {
  const { translator, numbers } = useServices()
  const { last_status: status, last_fault: fault, last_duration_ms: ms } = delivery
  if (status === null && fault === null) return <span class="faint">—</span>
  const isGood = status !== null && status >= 200 && status < 300
  const words = status ?? translator.findText(`log.fault.${fault}`) ?? String(fault).replaceAll('_', ' ')
  return (
    <span class="nowrap">
      <b class={isGood ? undefined : 'is-bad'}>{words}</b>{' '}
      {ms !== null && <span class="quiet">{translator.t('log.ms', { n: numbers.grouped(ms) })}</span>}
    </span>
  )
}

const maxMarks = 10

type AttemptMarksProps = { readonly attempts: number; readonly hasArrived: boolean; readonly outcome: string }

/** The attempts of a delivery: hollow ones failed, a solid one arrived, lines are still to come. */
function AttemptMarks({ attempts, hasArrived, outcome }: AttemptMarksProps) {
  const { translator, numbers } = useServices()
  const shown = Math.min(attempts, maxMarks)
  return (
    <span class="ticks">
      <svg
        role="img"
        aria-label={translator.t('log.attempts.of', { n: attempts, outcome })}
        viewBox={`0 0 ${maxMarks * 8} 10`}
        width={maxMarks * 8}
        height={10}
      >
        {Array.from({ length: maxMarks }, (_, at) =>
          at >= shown ? (
            <path key={at} class="open" d={`M${at * 8 + 1} 5h5`} />
          ) : (
            <rect
              key={at}
              class={hasArrived && at === shown - 1 ? 'arrived' : 'failed'}
              x={at * 8 + 1}
              y={1}
              width={5}
              height={8}
            />
          ),
        )}
      </svg>
      <span class="quiet small" aria-hidden="true">
        {numbers.grouped(attempts)}
      </span>
    </span>
  )
}
