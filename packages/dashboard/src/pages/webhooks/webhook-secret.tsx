import { useState } from 'preact/hooks'
import { LeaveGuard } from '../../parts/leave-guard.js'
import { SecretBox } from '../../parts/secret-box.js'
import { useServices } from '../../services.js'

/** The secret that has taken the place of another: shown this once. */
export function WebhookSecret({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  const { say } = useServices().speech
  const [isCopied, setCopied] = useState(false)
  return (
    <section class="panel stack">
      {!isCopied && <LeaveGuard title={say('hooks.uncopied')} sentence={say('hooks.uncopied.why')} />}
      <h2>{say('hooks.rotated')}</h2>
      <p class="quiet">{say('hooks.made.why')}</p>
      <SecretBox label={say('hooks.secret')} secret={secret} onCopied={() => setCopied(true)} />
      <p>
        <button type="button" class="button small" onClick={onDone}>
          {say('hooks.done')}
        </button>
      </p>
    </section>
  )
}
