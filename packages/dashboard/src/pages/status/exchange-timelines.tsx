import type { ExchangeHistory, Source, SourceHistory, StripPart } from '@p2p-rates/contract'
import { StateTimeline, StateTimelineSign } from '../../charts/state-timeline.js'
import type { Times } from '../../formats/times-and-zones.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { Age, lengthWords } from '../../parts/age.js'
import { Shape } from '../../parts/icon.js'
import { type Column, LoadingRows, RecordTable } from '../../parts/record-table.js'
import { useServices } from '../../services-context.js'
import type { Translator } from '../../words/translator.js'
import { type CurrentExchangeState, currentExchangeStates } from './current-exchange-states.js'
import { momentWords, timeRangeWords } from './incident-words.js'
import { sharesOf, slotStartMs, stateIntervals } from './state-intervals.js'
import { TimeAxis, tickSlots } from './time-axis.js'

type ExchangesProps = {
  /** `null` while nothing is known. */
  readonly history: SourceHistory | null
  readonly sources: readonly Source[]
  readonly fiat: string | null
  readonly span: '24h' | '30d'
  readonly times: Times
  readonly isTable: boolean
  readonly onTable: (isTable: boolean) => void
}

type Row = { readonly past: ExchangeHistory; readonly now: CurrentExchangeState | null }

const legend = ['live', 'partly', 'stale', 'frozen', 'held_out', 'blocked'] as const

export function ExchangeTimelines({ history, sources, fiat, span, times, isTable, onTable }: ExchangesProps) {
  const { t } = useServices()
  return (
    <section class="exchange-strips">
      <div class="row controls">
        <h2>{t(`status.exchanges.${span}`)}</h2>
        <StripLegend />
        <button type="button" class="button quiet small not-printed" onClick={() => onTable(!isTable)}>
          {t(isTable ? 'chart.chart' : 'chart.table')}
        </button>
      </div>
      {history === null ? (
        <LoadingRows />
      ) : isTable ? (
        <StateIntervalTable history={history} span={span} times={times} />
      ) : (
        <Strips history={history} sources={sources} fiat={fiat} span={span} times={times} />
      )}
    </section>
  )
}

type StripsProps = Omit<ExchangesProps, 'history' | 'isTable' | 'onTable'> & { readonly history: SourceHistory }

function Strips({ history, sources, fiat, span, times }: StripsProps) {
  const { numbers, translator, t } = useServices()
  const now = new Map(currentExchangeStates(sources, fiat).map((one) => [one.exchange, one]))
  const rows: readonly Row[] = history.exchanges.map((past) => ({ past, now: now.get(past.exchange) ?? null }))
  const heading = t('status.strip', { zone: t('time.local') })
  const ticks = tickSlots(history, span, times)
  const columns: readonly Column<Row>[] = [
    { heading: t('market.exchange'), onPhone: 'title', cell: ({ past }) => <b>{exchangeName(past.exchange)}</b> },
    { heading: t('status.now'), onPhone: 'state', cell: (row) => row.now && <StateNow now={row.now} /> },
    {
      heading,
      shown: <TimeAxis history={history} span={span} times={times} ticks={ticks} />,
      onPhone: 'wide',
      cell: ({ past }) => (
        <StateTimeline
          parts={past.parts}
          marks={ticks}
          sentence={sentenceOf(translator, past, numbers.percent)}
          titleOf={(part, from) => titleOf(translator, times, history, part, from)}
        />
      ),
    },
    {
      heading: t('status.answered'),
      isNumber: true,
      cell: ({ past }) => (past.answered_pct === null ? '—' : numbers.percent(past.answered_pct)),
    },
    {
      heading: t('status.gap'),
      isNumber: true,
      cell: ({ past: { longest_gap: gap } }) =>
        gap === null ? (
          <span class="faint">{t('status.gap.none')}</span>
        ) : gap.ended_at === null ? (
          t('status.gap.so_far', { span: lengthWords(translator, gap.seconds) })
        ) : (
          lengthWords(translator, gap.seconds)
        ),
    },
  ]
  return (
    <>
      <div class="axis-on-phone">
        <TimeAxis history={history} span={span} times={times} ticks={ticks} />
      </div>
      <RecordTable
        caption={t(`status.exchanges.${span}`)}
        columns={columns}
        rows={rows}
        keyOf={({ past }) => past.exchange}
      />
    </>
  )
}

function StateNow({ now }: { readonly now: CurrentExchangeState }) {
  const { translator } = useServices()
  const { state, live, traded, observedAtMs } = now
  return (
    <span class="nowrap">
      <Shape name={state === 'some' ? 'live' : state} />{' '}
      {state === 'some'
        ? translator.t('status.now.some', { some: live, all: traded })
        : translator.translateCode('source', state)}{' '}
      {observedAtMs !== null && state !== 'unsupported' && (
        <span class="faint">
          <Age atMs={observedAtMs} bare />
        </span>
      )}
    </span>
  )
}

function StripLegend() {
  const { translator } = useServices()
  return (
    <ul class="legend signs quiet small">
      {legend.map((state) => (
        <li key={state}>
          <StateTimelineSign state={state} /> {stateWords(translator, state)}
        </li>
      ))}
    </ul>
  )
}

function sentenceOf(translator: Translator, past: ExchangeHistory, percent: (value: number) => string): string {
  const seen = past.parts.some(({ state }) => state !== null)
  const parts = sharesOf(past).map(([state, share]) =>
    translator.t('status.strip.part', { state: stateWords(translator, state), percent: percent(share) }),
  )
  return translator.t('status.strip.says', {
    exchange: exchangeName(past.exchange),
    parts: seen ? parts.join(', ') : translator.t('status.strip.none'),
  })
}

function titleOf(translator: Translator, times: Times, history: SourceHistory, part: StripPart, from: number): string {
  const [fromMs, toMs] = [slotStartMs(history, from), slotStartMs(history, from + part.slots)]
  const when =
    toMs >= Date.parse(history.to_at)
      ? translator.t('status.until_now', { from: momentWords(times, fromMs, toMs) })
      : timeRangeWords(translator, times, fromMs, toMs, Date.parse(history.to_at))
  return `${when}: ${stateWords(translator, part.state)}`
}

type StateIntervalTableProps = { readonly history: SourceHistory; readonly span: '24h' | '30d'; readonly times: Times }

function StateIntervalTable({ history, span, times }: StateIntervalTableProps) {
  const { serverClock, translator, t } = useServices()
  const nowMs = serverClock.now()
  const caption = t(`status.exchanges.${span}`)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section class="wide-box" aria-label={caption} tabIndex={0}>
      <table class="plain-table">
        <caption class="heard">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('market.exchange')}</th>
            <th scope="col">{t('status.stretch')}</th>
            <th scope="col">{t('market.state')}</th>
            <th scope="col" class="num">
              {t('status.lasted')}
            </th>
          </tr>
        </thead>
        {history.exchanges.map((past) => (
          <tbody key={past.exchange}>
            {stateIntervals(history, past).map(({ fromMs, toMs, state }, at, all) => (
              <tr key={fromMs} class={state === null ? 'gap' : undefined}>
                {at === 0 && (
                  <th scope="rowgroup" rowSpan={all.length}>
                    <b>{exchangeName(past.exchange)}</b>
                  </th>
                )}
                <td>
                  {toMs === null
                    ? t('status.until_now', { from: momentWords(times, fromMs, nowMs) })
                    : timeRangeWords(translator, times, fromMs, toMs, nowMs)}
                </td>
                <td>{stateWords(translator, state)}</td>
                <td class="num">{lengthWords(translator, ((toMs ?? nowMs) - fromMs) / 1000)}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

function stateWords(translator: Translator, state: string | null): string {
  if (state === null) return translator.t('status.unseen')
  return state === 'partly' ? translator.t('status.partly') : translator.translateCode('source', state)
}
