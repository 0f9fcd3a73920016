import type { CreatedKey } from '@p2p-rates/contract'
import { useEffect, useRef, useState } from 'preact/hooks'
import { CodeBox } from '../../parts/code-box.js'
import { later } from '../../parts/later.js'
import { LeaveGuard } from '../../parts/leave-guard.js'
import { SecretBox } from '../../parts/secret-box.js'
import { StrangerInFull } from '../../parts/stranger.js'
import { useServices } from '../../services.js'
import { firstCall } from './first-call.js'

const FirstRequest = later(async () => (await import('../setup/first-request.js')).FirstRequest, ['account', 'dev'])

/** A key that was just made: shown this once, with what to do with it. */
export function KeyMade({ made, onDone }: { readonly made: CreatedKey; readonly onDone: () => void }) {
  const { first, speech } = useServices()
  const { say, show } = speech
  const [isCopied, setCopied] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section class="panel stack">
      {!isCopied && <LeaveGuard title={say('keys.uncopied')} sentence={say('keys.uncopied.why')} />}
      <h2 ref={heading} tabIndex={-1}>
        {show('keys.made', { name: <StrangerInFull text={made.name ?? made.prefix} /> })}
      </h2>
      <p class="quiet">{say('keys.once')}</p>
      <SecretBox label={say('keys.key')} secret={made.key} onCopied={() => setCopied(true)} />
      <p class="faint small">{say('keys.lost')}</p>
      <CodeBox label={say('keys.call')} samples={firstCall(made.key, location.origin, first.fiat)} />
      <FirstRequest prefix={made.prefix} onSeen={() => {}} />
      <p class="ways">
        <button type="button" class="button" onClick={onDone}>
          {say(isCopied ? 'keys.done' : 'keys.done_uncopied')}
        </button>
      </p>
    </section>
  )
}
