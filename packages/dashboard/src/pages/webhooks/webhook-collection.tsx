import type { Webhook } from '@p2p-rates/contract'
import type { ComponentChildren } from 'preact'
import { useQuery } from '../../api/use-query.js'
import { Age } from '../../parts/age.js'
import { Button } from '../../parts/button.js'
import { Collection } from '../../parts/collection.js'
import { Icon } from '../../parts/icon.js'
import type { Column } from '../../parts/record-table.js'
import { Skeleton } from '../../parts/skeleton.js'
import { UntrustedText } from '../../parts/untrusted-text.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'
import { webhookRoute } from './route.js'
import { Receiver, useWatchedText, WatchedSentence, WebhookState } from './webhook-description.js'

type WebhookCollectionProps = {
  readonly webhooks: readonly Webhook[]
  readonly create: ComponentChildren
  readonly onChange: () => void
}

export function WebhookCollection({ webhooks, create, onChange }: WebhookCollectionProps) {
  const { api, liveRegion, router, t } = useServices()
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
  const columns: readonly Column<Webhook>[] = [
    {
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
    { heading: t('market.state'), onPhone: 'state', cell: (webhook) => <WebhookState webhook={webhook} /> },
    { heading: t('hooks.last'), cell: ({ last_delivery }) => <LastDelivery last={last_delivery} /> },
    { heading: t('hooks.sent'), isNumber: true, cell: ({ id }) => <Counts id={id} /> },
  ]
  return (
    <Collection
      rows={webhooks}
      caption={t('hooks.list')}
      empty={{
        title: t('hooks.none'),
        why: t('hooks.none.why'),
        action: [create, <Button key="docs" kind="quiet" word={t('hooks.signed')} href="/docs/webhooks" />],
      }}
      columns={columns}
      rowClass={({ enabled }) => (enabled ? '' : 'is-off')}
      error={test.error ?? enable.error}
      actions={(webhook) => (
        <>
          {webhook.enabled ? (
            <Button
              kind="small quiet"
              word={t('hooks.test')}
              label={t('hooks.test_one', { what: textOf(webhook) })}
              onClick={() => test.run(webhook)}
            />
          ) : (
            <Button kind="small" word={t('hooks.turn_on')} onClick={() => enable.run(webhook)} />
          )}
          <a
            class="button small quiet"
            href={webhookRoute.print({ id: webhook.id })}
            aria-label={t('hooks.log_one', { what: textOf(webhook) })}
          >
            {t('hooks.log')} <Icon name="down" size={12} />
          </a>
        </>
      )}
      onChange={onChange}
    />
  )
}

function LastDelivery({ last }: { readonly last: Webhook['last_delivery'] }) {
  const { t } = useServices()
  if (last === null) return <span class="quiet">{t('hooks.never')}</span>
  return (
    <>
      {last.status ?? '—'} · <Age atMs={Date.parse(last.at)} />
    </>
  )
}

/** Counts over the newest 100 deliveries of the last 30 days. */
function Counts({ id }: { readonly id: string }) {
  const { t } = useServices()
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
