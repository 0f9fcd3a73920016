import type { InboxList } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { EmptyState } from '../../parts/empty-state.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { Icon } from '../../parts/icon.js'
import { lazyPart } from '../../parts/lazy-part.js'
import { PageHeading, useTitle } from '../../parts/page-heading-and-title.js'
import { Skeleton } from '../../parts/skeleton.js'
import { useServices } from '../../services-context.js'
import { DevFrame } from '../dev/dev-frame.js'
import { newWebhookRoute } from './route.js'
import { WebhookTable } from './webhook-table.js'
import { WebhooksNotInPlan } from './webhooks-not-in-plan.js'
import './webhooks.css'

const AlertReceivers = lazyPart(async () => (await import('./alert-receivers.js')).AlertReceivers)

export function Webhooks() {
  const { translator, bootstrap } = useServices()
  const { t } = translator
  const [version, setVersion] = useState(0)
  const { answer, error, refetch } = useQuery('GET /webhooks', {}, { version })
  const inboxes = useQuery('GET /inboxes', answer === null ? null : {}, { version })
  useTitle(t('hooks.title'))
  const isAllowed = error?.code !== 'plan_required'
  const hasSome = answer !== null && answer.webhooks.length > 0
  const create = (
    <a class={`button ${hasSome ? '' : 'main'}`} href={newWebhookRoute.print({})}>
      <Icon name="plus" /> {t('hooks.new')}
    </a>
  )
  return (
    <DevFrame version={version}>
      <div class="page-head">
        <PageHeading>{t('hooks.title')}</PageHeading>
        {bootstrap.account !== null && <span class="quiet">{t('hooks.plan', { plan: bootstrap.account.plan })}</span>}
        {hasSome && <span class="at-end">{create}</span>}
      </div>
      {!isAllowed && <WebhooksNotInPlan />}
      {isAllowed && error !== null && <ErrorBanner error={error} refetch={refetch} />}
      {answer === null && error === null && (
        <div class="lines">
          {[0, 1, 2].map((line) => (
            <Skeleton key={line} width="100%" height="3.25rem" />
          ))}
        </div>
      )}
      {answer !== null && !hasSome && (
        <EmptyState
          title={t('hooks.none')}
          action={
            <>
              {create}
              <a class="button quiet" href="/docs/webhooks">
                {t('hooks.signed')}
              </a>
            </>
          }
        >
          {t('hooks.none.why')}
        </EmptyState>
      )}
      {inboxes.answer !== null && canWriteToPeople(inboxes.answer) && (
        <AlertReceivers known={inboxes.answer} onChange={() => setVersion(version + 1)} />
      )}
      {hasSome && <WebhookTable webhooks={answer.webhooks} onChange={() => setVersion(version + 1)} />}
    </DevFrame>
  )
}

/** A server without mail and bot has nothing to say of inboxes. */
const canWriteToPeople = ({ kinds, inboxes }: InboxList): boolean => kinds.length > 0 || inboxes.length > 0
