import type { ServerStatus } from '@p2p-rates/contract'
import { pathOf } from '../../api/api-client.js'
import type { Times } from '../../formats/times-and-zones.js'
import { spanWords } from '../../parts/age.js'
import { Facts } from '../../parts/facts.js'
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
  const { archive, history_from_at, storage_works } = server
  const works = (isWorking: boolean, words: string) => (
    <>
      <Icon name={isWorking ? 'yes' : 'warning'} size={14} /> {words}
    </>
  )
  const question = { ...(fiat !== null && { fiat }), window: span }
  return (
    <aside class="this-server">
      <h2>{t('server.this')}</h2>
      <Facts
        facts={[
          [
            t('server.collects'),
            rhythms.map((rhythm, at) => (
              <span key={rhythm}>
                {at > 0 && ' '}
                <span class="nowrap">
                  {rhythm}
                  {at < rhythms.length - 1 && ','}
                </span>
              </span>
            )),
          ],
          [t('server.storage'), works(storage_works, t(storage_works ? 'server.writable' : 'server.refuses'))],
          [
            t('server.history'),
            history_from_at === null ? t('server.history.none') : times.date(Date.parse(history_from_at)),
          ],
          [t('server.streams'), numbers.grouped(server.open_streams)],
          archive !== null && [
            t('server.archive'),
            works(
              archive.works,
              archive.works
                ? t('server.archive.kept', {
                    days: numbers.grouped(archive.days),
                    mib: numbers.grouped(Math.ceil(archive.bytes / 1_048_576)),
                  })
                : t('server.archive.refuses'),
            ),
          ],
          [t('server.version'), server.version],
        ]}
      />
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
