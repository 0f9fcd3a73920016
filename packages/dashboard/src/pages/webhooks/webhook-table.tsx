import type { Webhook } from '@p2p-rates/contract'
import { useQuery } from '../../api/use-query.js'
import { Age } from '../../parts/age.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { Icon } from '../../parts/icon.js'
import { type Column, RecordTable } from '../../parts/record-table.js'
import { Skeleton } from '../../parts/skeleton.js'
import { UntrustedText } from '../../parts/untrusted-text.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'
import { webhookRoute } from './route.js'
import { Receiver, useWatchedText, WatchedSentence } from './webhook-description.js'
import { WebhookState } from './webhook-state.js'

type WebhookTableProps = { readonly webhooks: readonly Webhook[]; readonly onChange: () => void }

export function WebhookTable({ webhooks, onChange }: WebhookTableProps) {
  const { api, liveRegion, router, translator } = useServices()
  const { t } = translator
  const textOf = useWatchedText()
  const test = useAction(async ({ id }: Webhook) => {
    await api.request('POST /webhooks/{id}/test', {}, { params: { id } })
    liveRegion.announce(t('hooks.test_sent'))
    router.navigate(webhookRoute.print({ id }))
  })
  const enable = useAction(async ({ id }: Webhook) => {
    await api.request('PATCH /webhooks/{id}', { enabled: true }, { params: { id } })
    onChange()
  })
  const refused = test.error ?? enable.error

  const columns: readonly Column<Webhook>[] = [
    {
      name: 'webhook',
      heading: t('hooks.webhook'),
      onPhone: 'title',
      cell: (webhook) => (
        <>
          <a class="plain" href={webhookRoute.print({ id: webhook.id })}>
            <WatchedSentence webhook={webhook} />
          </a>
          <span class="under quiet small">
            {webhook.description !== null && [<UntrustedText text={webhook.description} />, ' · ']}
            <Receiver url={webhook.url} />
          </span>
        </>
      ),
    },
    {
      name: 'state',
      heading: t('hooks.state'),
      onPhone: 'state',
      cell: (webhook) => <WebhookState webhook={webhook} />,
    },
    { name: 'last', heading: t('hooks.last'), cell: ({ last_delivery }) => <LastDelivery last={last_delivery} /> },
    { name: 'sent', heading: t('hooks.sent'), isNumber: true, cell: ({ id }) => <Counts id={id} /> },
    {
      name: 'ways',
      heading: t('hooks.actions'),
      onPhone: 'wide',
      isNumber: true,
      cell: (webhook) => (
        <span class="row-ways">
          {webhook.enabled ? (
            <button
              type="button"
              class="button small quiet"
              aria-label={t('hooks.test_one', { what: textOf(webhook) })}
              onClick={() => test.run(webhook)}
            >
              {t('hooks.test')}
            </button>
          ) : (
            <button type="button" class="button small" onClick={() => enable.run(webhook)}>
              {t('hooks.turn_on')}
            </button>
          )}
          <a
            class="button small quiet"
            href={webhookRoute.print({ id: webhook.id })}
            aria-label={t('hooks.log_one', { what: textOf(webhook) })}
          >
            {t('hooks.log')} <Icon name="down" size={12} />
          </a>
        </span>
      ),
    },
  ]
  return (
    <>
      {refused !== null && (
        <div role="alert">
          <ErrorBanner
            error={refused}
            refetch={() => {
              test.clearError()
              enable.clearError()
            }}
          />
        </div>
      )}
      <RecordTable
        caption={t('hooks.list')}
        columns={columns}
        rows={webhooks}
        keyOf={({ id }) => id}
        rowClass={({ enabled }) => (enabled ? '' : 'is-off')}
      />
    </>
  )
}

function LastDelivery({ last }: { readonly last: Webhook['last_delivery'] }) {
  const { t } = useServices().translator
  if (last === null) return <span class="quiet">{t('hooks.never')}</span>
  return (
    <>
      {last.status ?? '—'} · <Age atMs={Date.parse(last.at)} />
    </>
  )
}

/** Counts over the newest 100 deliveries of the last 30 days. */
function Counts({ id }: { readonly id: string }) {
  const { t } = useServices().translator
  const { answer, error } = useQuery('GET /webhooks/{id}/deliveries', {}, { params: { id } })
  if (answer === null) return error === null ? <Skeleton width="5rem" /> : <>—</>
  const count = (state: string) => answer.deliveries.filter((one) => one.state === state).length
  const [sent, givenUp] = [count('delivered'), count('exhausted')]
  if (sent + givenUp === 0) return <span class="quiet">0</span>
  return (
    <>
      {t('hooks.count.sent', { n: sent })}
      {givenUp > 0 && `, ${t('hooks.count.given_up', { n: givenUp })}`}
    </>
  )
}
