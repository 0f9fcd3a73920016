import type { ServerNow } from '@p2p-rates/contract'
import { pathOf } from '../../ask/ask.js'
import type { Times } from '../../formats/times.js'
import { spanWords } from '../../parts/age.js'
import { Icon } from '../../parts/icon.js'
import { useServices } from '../../services.js'

type ThisServerProps = {
  readonly server: ServerNow
  readonly fiat: string | null
  readonly span: '24h' | '30d'
  readonly times: Times
}

/** What there is to know of the server itself. */
export function ThisServer({ server, fiat, span, times }: ThisServerProps) {
  const { speech, numbers } = useServices()
  const { say } = speech
  const rhythms = [
    say('server.every', { span: spanWords(speech, server.cycle_seconds) }),
    ...server.own_cycles.map((own) =>
      say('server.every.own', { fiat: own.fiat, span: spanWords(speech, own.cycle_seconds) }),
    ),
  ]
  const question = { ...(fiat !== null && { fiat }), window: span }
  return (
    <aside class="this-server">
      <h2>{say('server.this')}</h2>
      <dl>
        <dt>{say('server.collects')}</dt>
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
        <dt>{say('server.storage')}</dt>
        <dd>
          <Icon name={server.storage_works ? 'yes' : 'warning'} size={14} />{' '}
          {say(server.storage_works ? 'server.writable' : 'server.refuses')}
        </dd>
        <dt>{say('server.history')}</dt>
        <dd>
          {server.history_since === null ? say('server.history.none') : times.date(Date.parse(server.history_since))}
        </dd>
        <dt>{say('server.streams')}</dt>
        <dd>{numbers.grouped(server.open_streams)}</dd>
        {server.archive !== null && (
          <>
            <dt>{say('server.archive')}</dt>
            <dd>
              <Icon name={server.archive.works ? 'yes' : 'warning'} size={14} />{' '}
              {server.archive.works
                ? say('server.archive.kept', {
                    days: numbers.grouped(server.archive.days),
                    mib: numbers.grouped(Math.ceil(server.archive.bytes / 1_048_576)),
                  })
                : say('server.archive.refuses')}
            </dd>
          </>
        )}
        <dt>{say('server.version')}</dt>
        <dd>{server.version}</dd>
      </dl>
      <a
        class="small not-printed"
        href={`/web/v1${pathOf('GET /source-history', question)}`}
        target="_blank"
        rel="noreferrer"
      >
        {say('server.json')}
      </a>
    </aside>
  )
}
