import { Empty } from '../../parts/empty.js'
import { useServices } from '../../services.js'

/** The plan of the account has no webhooks: what would change that. */
export function NotAllowed() {
  const { speech, first } = useServices()
  const { say } = speech
  return (
    <Empty
      title={say('hooks.not_allowed')}
      action={
        <a class="button" href="/docs/keys-and-plans">
          {say('hooks.plans')}
        </a>
      }
    >
      {say('hooks.not_allowed.why', { plan: first.account?.plan ?? 'Free' })}
    </Empty>
  )
}
