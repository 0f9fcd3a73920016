import type { InboxList } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { Answered } from '../../parts/answered.js'
import { Button } from '../../parts/button.js'
import { lazyPart } from '../../parts/lazy-part.js'
import { useServices } from '../../services-context.js'
import { DevFrame, NotInAccountPlan } from '../dev/dev-frame.js'
import { newWebhookRoute } from './route.js'
import { WebhookCollection } from './webhook-collection.js'
import './webhooks.css'

const AlertReceivers = lazyPart(async () => (await import('./alert-receivers.js')).AlertReceivers)

export function Webhooks() {
  const { bootstrap, t } = useServices()
  const [version, setVersion] = useState(0)
  const query = useQuery('GET /webhooks', {}, { version })
  const inboxes = useQuery('GET /inboxes', query.answer === null ? null : {}, { version })
  const onChange = () => setVersion((last) => last + 1)
  const hasSome = query.answer !== null && query.answer.webhooks.length > 0
  const create = (
    <Button kind={hasSome ? '' : 'main'} icon="plus" word={t('hooks.new')} href={newWebhookRoute.print({})} />
  )
  const receivers = inboxes.answer !== null && canWriteToPeople(inboxes.answer) && (
    <AlertReceivers known={inboxes.answer} onChange={onChange} />
  )
  return (
    <DevFrame
      version={version}
      title={t('dev.webhooks')}
      note={bootstrap.account && t('hooks.plan', { plan: bootstrap.account.plan })}
      action={hasSome && create}
    >
      {hasSome && receivers}
      <Answered
        query={query}
        height="3.25rem"
        lines={3}
        notInPlan={<NotInAccountPlan title={t('hooks.not_allowed')} />}
      >
        {({ webhooks }) => <WebhookCollection webhooks={webhooks} create={create} onChange={onChange} />}
      </Answered>
      {!hasSome && receivers}
    </DevFrame>
  )
}

/** A server without mail and bot has nothing to say of inboxes. */
const canWriteToPeople = ({ kinds, inboxes }: InboxList): boolean => kinds.length > 0 || inboxes.length > 0
