import type { Incident, Source, SourceHistory } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import type { Times } from '../../formats/times.js'
import { exchangeName } from '../../listed/names.js'
import { spanWords, useTicking } from '../../parts/age.js'
import { PageLink } from '../../parts/page-link.js'
import { Tag } from '../../parts/tag.js'
import { useServices } from '../../services.js'
import { incidentWords, whenWords } from './incident-words.js'

type HappenedProps = {
  readonly history: SourceHistory
  readonly sources: readonly Source[]
  readonly times: Times
  readonly nowMs: number
}

const fewest = 8

export function Happened({ history, sources, times, nowMs }: HappenedProps) {
  const { t } = useServices().speech
  const [isWhole, setWhole] = useState(false)
  const { incidents } = history
  const shown = isWhole ? incidents : incidents.slice(0, fewest)
  return (
    <section class="happened">
      <h2>{t('status.happened')}</h2>
      {incidents.length === 0 ? (
        <p class="quiet">{t('status.happened.none')}</p>
      ) : (
        <ol>
          {shown.map((incident) => (
            <OneIncident
              key={`${incident.exchange} ${incident.kind} ${incident.started_at}`}
              incident={incident}
              sources={sources}
              times={times}
              nowMs={nowMs}
            />
          ))}
        </ol>
      )}
      {incidents.length > shown.length && (
        <button type="button" class="button small not-printed" onClick={() => setWhole(true)}>
          {t('status.happened.all', { n: incidents.length })}
        </button>
      )}
      <p class="faint small">{t('status.happened.by')}</p>
    </section>
  )
}

type OneIncidentProps = Omit<HappenedProps, 'history'> & { readonly incident: Incident }

function OneIncident({ incident, sources, times, nowMs }: OneIncidentProps) {
  const { speech } = useServices()
  const { t } = speech
  const { exchange, kind, ended_at } = incident
  const isOpen = ended_at === null
  const { title, why } = incidentWords(speech, incident, { sources, nowMs })
  return (
    <li>
      <p class="title">
        <b>{title}</b> <Tag kind={isOpen ? 'bad' : 'plain'}>{whenWords(speech, times, incident, nowMs)}</Tag>
      </p>
      <p class="quiet">
        {why} {isOpen && exchange !== null && <NextTry exchange={exchange} sources={sources} />}
      </p>
      {isOpen && exchange !== null && kind === 'blocked' && (
        <p class="small">
          <PageLink href="/docs/self-hosting#blocked">
            {t('incident.proxy', { exchange: exchangeName(exchange) })}
          </PageLink>
        </p>
      )}
    </li>
  )
}

function NextTry({ exchange, sources }: { readonly exchange: string; readonly sources: readonly Source[] }) {
  const { speech } = useServices()
  const { t } = speech
  const instants = sources
    .filter((source) => source.exchange === exchange && source.state !== 'live')
    .flatMap(({ next_attempt_at: at }) => (at === null ? [] : [Date.parse(at)]))
  const nextMs = instants.length === 0 ? null : Math.min(...instants)
  const span = useTicking((atMs) =>
    nextMs === null || nextMs <= atMs ? null : spanWords(speech, (nextMs - atMs) / 1000),
  )
  return (
    <>
      {t('incident.without')} {span !== null && t('market.next_try', { span })}
    </>
  )
}
