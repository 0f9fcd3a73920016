import type { ComponentChildren } from 'preact'
import { useAnswer } from '../../ask/use-answer.js'
import { SideList } from '../../parts/side-list.js'
import { useServices } from '../../services.js'
import './dev.css'

/** What stands beside every page for developers. `version` changes when keys or webhooks did. */
export function DevFrame({
  version = 0,
  children,
}: {
  readonly version?: number
  readonly children: ComponentChildren
}) {
  const { speech, first } = useServices()
  const { say } = speech
  // Lower plans have no webhooks, and would be refused.
  const mayHave = first.account?.plan === 'Pro' || first.account?.plan === 'Business'
  const keys = useAnswer('GET /keys', {}, { version }).answer?.keys
  const webhooks = useAnswer('GET /webhooks', mayHave ? {} : null, { version }).answer?.webhooks
  return (
    <SideList
      label={say('nav.dev')}
      places={[
        { href: '/dev', word: say('dev.overview') },
        {
          href: '/dev/keys',
          word: say('nav.keys'),
          count: keys?.filter(({ revoked_at }) => revoked_at === null).length ?? null,
        },
        { href: '/dev/usage', word: say('dev.usage') },
        { href: '/dev/webhooks', word: say('dev.webhooks'), count: webhooks?.length ?? null },
        { href: '/dev/rules', word: say('dev.rules') },
        { href: '/dev/boards', word: say('dev.boards') },
        { href: '/dev/account', word: say('nav.account') },
      ]}
    >
      {children}
    </SideList>
  )
}
