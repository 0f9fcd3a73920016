import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { createTimes } from '../../formats/times-and-zones.js'
import { useShortcuts } from '../../keys/use-shortcuts.js'
import { useMinute } from '../../live/use-minute.js'
import { Age } from '../../parts/age.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { fiatNames, fiatOptions } from '../../parts/fiat-picker.js'
import { lazyPart, WhenVisible } from '../../parts/lazy-part.js'
import { PageHeading, useTitle } from '../../parts/page-heading-and-title.js'
import { Picker } from '../../parts/picker.js'
import { PrintHeader } from '../../parts/print-header.js'
import { SegmentedControl } from '../../parts/segmented-control.js'
import { ShareMenu } from '../../parts/share-menu.js'
import { Skeleton } from '../../parts/skeleton.js'
import { useCopy } from '../../parts/use-copy.js'
import { useUrlState } from '../../routes/use-url-state.js'
import { useServices } from '../../services-context.js'
import { CurrencyMatrix } from './currency-matrix.js'
import { ExchangeTimelines } from './exchange-timelines.js'
import { IncidentLog } from './incident-log.js'
import { everyFiat, statusRoute } from './route.js'
import { summaryOf } from './summary.js'
import { ThisServer } from './this-server.js'
import './status.css'

const FreshnessAndGaps = lazyPart(async () => (await import('./freshness-and-gaps.js')).FreshnessAndGaps, ['quality'])

export function StatusPage() {
  const { serverClock, router, settings, translator, t, lang } = useServices()
  const [{ fiat: chosen, window: span }, choose] = useUrlState(statusRoute)
  const fiat = chosen === everyFiat ? null : chosen
  // The server looks once a minute.
  const minute = useMinute()
  const question = { ...(fiat !== null && { fiat }), ...(span !== '24h' && { window: span }) }
  const history = useQuery('GET /source-history', question, { version: minute })
  const sources = useQuery('GET /sources', {}, { version: minute })
  const [isTable, setTable] = useState(false)
  const copy = useCopy()
  const times = createTimes(lang, 'local')
  const nowMs = serverClock.now()
  const known = sources.answer?.sources ?? []
  const summary =
    history.answer && summaryOf(translator, { history: history.answer, sources: known, fiat, times, nowMs })
  const line =
    summary &&
    t('status.share', {
      time: createTimes(lang, 'kyiv').full(nowMs),
      sentence: [summary.sentence, ...summary.details].join(' '),
      address: router.url.href,
    })
  const isOld = history.isOld || history.error !== null || sources.error !== null

  useTitle(t('nav.status'))
  useShortcuts([
    { keys: '1', word: 'range.24h', act: () => choose({ window: '24h' }) },
    { keys: '3', word: 'range.30d', act: () => choose({ window: '30d' }) },
    { keys: 'v', word: 'keys.view', act: () => setTable(!isTable) },
    { keys: 'c', word: 'keys.copy', act: () => void (line !== null && copy(line, false)) },
  ])

  return (
    <div class="status-page">
      <PrintHeader atMs={history.answer === null ? null : nowMs} />
      <div class="row head">
        <PageHeading>{t('nav.status')}</PageHeading>
        <FiatOrAllPicker value={chosen} onPick={(next) => choose({ fiat: next })} />
        <SegmentedControl
          label={t('chart.range')}
          value={span}
          options={(['24h', '30d'] as const).map((value) => ({ value, label: t(`range.${value}`) }))}
          onChoose={(value) => choose({ window: value })}
        />
        <span class="ways">
          {history.answer?.observed_at != null && (
            <span class="faint small">
              {t('status.looked')} <Age atMs={Date.parse(history.answer.observed_at)} />
            </span>
          )}
          <ShareMenu text={line} />
        </span>
      </div>
      {history.error !== null && <ErrorBanner error={history.error} refetch={history.refetch} />}
      {history.error === null && sources.error !== null && (
        <ErrorBanner error={sources.error} refetch={sources.refetch} />
      )}
      <section class={`in-short ${isOld ? 'old' : ''}`} aria-busy={summary === null}>
        {summary === null ? (
          history.error === null && (
            <>
              <h2 class="figure">
                <Skeleton width="70%" height="2.25rem" />
              </h2>
              <p>
                <Skeleton width="50%" />
              </p>
            </>
          )
        ) : (
          <>
            <h2 class="figure">{summary.sentence}</h2>
            <p class="quiet">{summary.details.join(' ')}</p>
          </>
        )}
      </section>
      {(history.answer !== null || history.error === null) && (
        <div class={`apart parts ${isOld ? 'old' : ''}`}>
          <ExchangeTimelines
            history={history.answer}
            sources={known}
            fiat={fiat}
            span={span}
            times={times}
            isTable={isTable}
            onTable={setTable}
          />
          <CurrencyMatrix sources={known} fiat={fiat} />
          <WhenVisible height="24rem">
            {() => <FreshnessAndGaps fiat={fiat ?? (settings.get('fiat') || 'UAH')} span={span} times={times} />}
          </WhenVisible>
          {history.answer !== null && (
            <div class="two-columns last">
              <IncidentLog history={history.answer} sources={known} times={times} nowMs={nowMs} />
              <ThisServer server={history.answer.server} fiat={fiat} span={span} times={times} />
            </div>
          )}
        </div>
      )}
    </div>
  )
}

type Choice = (typeof statusRoute.presets)['fiat']

function FiatOrAllPicker({ value, onPick }: { readonly value: Choice; readonly onPick: (fiat: Choice) => void }) {
  const { t, lang } = useServices()
  const [opened, setOpened] = useState(0)
  useShortcuts([{ keys: 'f', word: 'fiat.label', act: () => setOpened((times) => times + 1) }])
  const nameOf = fiatNames(lang)
  return (
    <Picker
      label={t('fiat.label')}
      value={value}
      opened={opened}
      options={[
        { value: everyFiat, label: t('status.all') },
        ...fiatOptions(lang).map((option) => ({ ...option, aliases: [fiatNames('en')(option.value)] })),
      ]}
      onPick={onPick}
    >
      <b>{value === everyFiat ? t('status.all') : value}</b>{' '}
      {value !== everyFiat && <span class="quiet regular">{nameOf(value)}</span>}
    </Picker>
  )
}
