import type { InboxList } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { useAnswer } from '../../ask/use-answer.js'
import { Empty } from '../../parts/empty.js'
import { Heading, useTitle } from '../../parts/heading.js'
import { Icon } from '../../parts/icon.js'
import { later } from '../../parts/later.js'
import { Problem } from '../../parts/problem.js'
import { Skeleton } from '../../parts/skeleton.js'
import { useServices } from '../../services.js'
import { DevFrame } from '../dev/dev-frame.js'
import { newWebhookRoute } from './entry.js'
import { NotAllowed } from './not-allowed.js'
import { WebhookTable } from './webhook-table.js'
import './webhooks.css'

const Inboxes = later(async () => (await import('./inboxes.js')).Inboxes)

/** Whether it calls when it should, and whether it did. */
export function Webhooks() {
  const { speech, first } = useServices()
  const { say } = speech
  const [version, setVersion] = useState(0)
  const { answer, error, again } = useAnswer('GET /webhooks', {}, { version })
  const inboxes = useAnswer('GET /inboxes', answer === null ? null : {}, { version })
  useTitle(say('hooks.title'))
  const isAllowed = error?.code !== 'plan_required'
  const hasSome = answer !== null && answer.webhooks.length > 0
  const create = (
    <a class={`button ${hasSome ? '' : 'main'}`} href={newWebhookRoute.print({})}>
      <Icon name="plus" /> {say('hooks.new')}
    </a>
  )
  return (
    <DevFrame version={version}>
      <div class="page-head">
        <Heading>{say('hooks.title')}</Heading>
        {first.account !== null && <span class="quiet">{say('hooks.plan', { plan: first.account.plan })}</span>}
        {hasSome && <span class="at-end">{create}</span>}
      </div>
      {!isAllowed && <NotAllowed />}
      {isAllowed && error !== null && <Problem error={error} again={again} />}
      {answer === null && error === null && (
        <div class="lines">
          {[0, 1, 2].map((line) => (
            <Skeleton key={line} width="100%" height="3.25rem" />
          ))}
        </div>
      )}
      {answer !== null && !hasSome && (
        <Empty
          title={say('hooks.none')}
          action={
            <>
              {create}
              <a class="button quiet" href="/docs/webhooks">
                {say('hooks.signed')}
              </a>
            </>
          }
        >
          {say('hooks.none.why')}
        </Empty>
      )}
      {inboxes.answer !== null && canWriteToPeople(inboxes.answer) && (
        <Inboxes known={inboxes.answer} onChange={() => setVersion(version + 1)} />
      )}
      {hasSome && <WebhookTable webhooks={answer.webhooks} onChange={() => setVersion(version + 1)} />}
    </DevFrame>
  )
}

/** A server without mail and bot has nothing to say of inboxes. */
const canWriteToPeople = ({ kinds, inboxes }: InboxList): boolean => kinds.length > 0 || inboxes.length > 0
