import type { Incident, Source, SourceHistory } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import type { Times } from '../../formats/times-and-zones.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { spanWords, useTicking } from '../../parts/age.js'
import { LinkIfPageExists } from '../../parts/link-if-page-exists.js'
import { Tag } from '../../parts/tag.js'
import { useServices } from '../../services-context.js'
import { incidentWords, whenWords } from './incident-words.js'

type IncidentLogProps = {
  readonly history: SourceHistory
  readonly sources: readonly Source[]
  readonly times: Times
  readonly nowMs: number
}

const initialCount = 8

export function IncidentLog({ history, sources, times, nowMs }: IncidentLogProps) {
  const { t } = useServices()
  const [isWhole, setWhole] = useState(false)
  const { incidents } = history
  const shown = isWhole ? incidents : incidents.slice(0, initialCount)
  return (
    <section class="happened">
      <h2>{t('status.happened')}</h2>
      {incidents.length === 0 ? (
        <p class="quiet">{t('status.happened.none')}</p>
      ) : (
        <ol>
          {shown.map((incident) => (
            <IncidentItem
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

type IncidentItemProps = Omit<IncidentLogProps, 'history'> & { readonly incident: Incident }

function IncidentItem({ incident, sources, times, nowMs }: IncidentItemProps) {
  const { translator, t } = useServices()
  const { exchange, kind, ended_at } = incident
  const isOpen = ended_at === null
  const { title, why } = incidentWords(translator, incident, { sources, nowMs })
  return (
    <li>
      <p class="row title">
        <b>{title}</b> <Tag kind={isOpen ? 'bad' : 'plain'}>{whenWords(translator, times, incident, nowMs)}</Tag>
      </p>
      <p class="quiet">
        {why} {isOpen && exchange !== null && <NextAttempt exchange={exchange} sources={sources} />}
      </p>
      {isOpen && exchange !== null && kind === 'blocked' && (
        <p class="small">
          <LinkIfPageExists href="/docs/self-hosting#blocked">
            {t('incident.proxy', { exchange: exchangeName(exchange) })}
          </LinkIfPageExists>
        </p>
      )}
    </li>
  )
}

function NextAttempt({ exchange, sources }: { readonly exchange: string; readonly sources: readonly Source[] }) {
  const { translator, t } = useServices()
  const instants = sources
    .filter((source) => source.exchange === exchange && source.state !== 'live')
    .flatMap(({ next_attempt_at: at }) => (at === null ? [] : [Date.parse(at)]))
  const nextMs = instants.length === 0 ? null : Math.min(...instants)
  const span = useTicking((atMs) =>
    nextMs === null || nextMs <= atMs ? null : spanWords(translator, (nextMs - atMs) / 1000),
  )
  return (
    <>
      {t('incident.without')} {span !== null && t('market.next_try', { span })}
    </>
  )
}
