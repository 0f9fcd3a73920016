import type { ServerStatus } from '@p2p-rates/contract'
import { pathOf } from '../../api/api-client.js'
import type { Times } from '../../formats/times-and-zones.js'
import { spanWords } from '../../parts/age.js'
import { Icon } from '../../parts/icon.js'
import { useServices } from '../../services-context.js'

type ThisServerProps = {
  readonly server: ServerStatus
  readonly fiat: string | null
  readonly span: '24h' | '30d'
  readonly times: Times
}

export function ThisServer({ server, fiat, span, times }: ThisServerProps) {
  const { numbers, translator, t } = useServices()
  const rhythms = [
    t('server.every', { span: spanWords(translator, server.cycle_seconds) }),
    ...server.own_cycles.map((own) =>
      t('server.every.own', { fiat: own.fiat, span: spanWords(translator, own.cycle_seconds) }),
    ),
  ]
  const question = { ...(fiat !== null && { fiat }), window: span }
  return (
    <aside class="this-server">
      <h2>{t('server.this')}</h2>
      <dl class="facts">
        <dt>{t('server.collects')}</dt>
        <dd>
          {rhythms.map((rhythm, at) => (
            <span key={rhythm}>
              {at > 0 && ' '}
              <span class="nowrap">
                {rhythm}
                {at < rhythms.length - 1 && ','}
              </span>
            </span>
          ))}
        </dd>
        <dt>{t('server.storage')}</dt>
        <dd>
          <Icon name={server.storage_works ? 'yes' : 'warning'} size={14} />{' '}
          {t(server.storage_works ? 'server.writable' : 'server.refuses')}
        </dd>
        <dt>{t('server.history')}</dt>
        <dd>
          {server.history_from_at === null ? t('server.history.none') : times.date(Date.parse(server.history_from_at))}
        </dd>
        <dt>{t('server.streams')}</dt>
        <dd>{numbers.grouped(server.open_streams)}</dd>
        {server.archive !== null && (
          <>
            <dt>{t('server.archive')}</dt>
            <dd>
              <Icon name={server.archive.works ? 'yes' : 'warning'} size={14} />{' '}
              {server.archive.works
                ? t('server.archive.kept', {
                    days: numbers.grouped(server.archive.days),
                    mib: numbers.grouped(Math.ceil(server.archive.bytes / 1_048_576)),
                  })
                : t('server.archive.refuses')}
            </dd>
          </>
        )}
        <dt>{t('server.version')}</dt>
        <dd>{server.version}</dd>
      </dl>
      <a
        class="small not-printed"
        href={`/web/v1${pathOf('GET /source-history', question)}`}
        target="_blank"
        rel="noreferrer"
      >
        {t('server.json')}
      </a>
    </aside>
  )
}
