import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { createTimes } from '../../formats/times.js'
import { useShortcuts } from '../../keys/use-shortcuts.js'
import { Age, useTicking } from '../../parts/age.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { Heading, useTitle } from '../../parts/heading.js'
import { lazyPart, WhenVisible } from '../../parts/lazy-part.js'
import { PrintedHead } from '../../parts/printed-head.js'
import { Segments } from '../../parts/segments.js'
import { Share } from '../../parts/share.js'
import { Skeleton } from '../../parts/skeleton.js'
import { useCopy } from '../../parts/use-copy.js'
import { useView } from '../../routes/use-view.js'
import { useServices } from '../../services.js'
import { CurrencyMatrix } from './currency-matrix.js'
import { everyFiat, statusRoute } from './entry.js'
import { EveryFiatPicker } from './every-fiat-picker.js'
import { Exchanges } from './exchanges.js'
import { IncidentLog } from './incident-log.js'
import { summaryOf } from './summary.js'
import { ThisServer } from './this-server.js'
import './status.css'

const RecordQuality = lazyPart(async () => (await import('./quality.js')).RecordQuality, ['quality'])

export function StatusPage() {
  const { translator, ticker, router, settings } = useServices()
  const { t, lang } = translator
  const [{ fiat: chosen, window: span }, choose] = useView(statusRoute)
  const fiat = chosen === everyFiat ? null : chosen
  // The server looks once a minute.
  const minute = useTicking(minuteOf)
  const question = { ...(fiat !== null && { fiat }), ...(span !== '24h' && { window: span }) }
  const history = useQuery('GET /source-history', question, { version: minute })
  const sources = useQuery('GET /sources', {}, { version: minute })
  const [isTable, setTable] = useState(false)
  const copy = useCopy()
  const times = createTimes(lang, 'local')
  const nowMs = ticker.now()
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
      <PrintedHead atMs={history.answer === null ? null : nowMs} />
      <div class="head">
        <Heading>{t('nav.status')}</Heading>
        <EveryFiatPicker value={chosen} onPick={(next) => choose({ fiat: next })} />
        <Segments
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
          <Share text={line} />
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
              <h2>
                <Skeleton width="70%" height="2.25rem" />
              </h2>
              <p>
                <Skeleton width="50%" />
              </p>
            </>
          )
        ) : (
          <>
            <h2>{summary.sentence}</h2>
            <p class="quiet">{summary.details.join(' ')}</p>
          </>
        )}
      </section>
      {(history.answer !== null || history.error === null) && (
        <div class={`parts ${isOld ? 'old' : ''}`}>
          <Exchanges
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
            {() => <RecordQuality fiat={fiat ?? (settings.get('fiat') || 'UAH')} span={span} times={times} />}
          </WhenVisible>
          {history.answer !== null && (
            <div class="last">
              <IncidentLog history={history.answer} sources={known} times={times} nowMs={nowMs} />
              <ThisServer server={history.answer.server} fiat={fiat} span={span} times={times} />
            </div>
          )}
        </div>
      )}
    </div>
  )
}

const minuteOf = (nowMs: number): number => Math.floor(nowMs / 60_000)
