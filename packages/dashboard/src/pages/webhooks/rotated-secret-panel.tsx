import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.js'
import { LeaveGuard } from '../../parts/leave-guard.js'
import { SecretBox } from '../../parts/secret-box.js'
import { useServices } from '../../services-context.js'

export function RotatedSecretPanel({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  const { t } = useServices()
  const [isCopied, setCopied] = useState(false)
  return (
    <section class="panel stack">
      {!isCopied && <LeaveGuard title={t('hooks.uncopied')} sentence={t('hooks.uncopied.why')} />}
      <h2>{t('hooks.rotated')}</h2>
      <p class="quiet">{t('hooks.made.why')}</p>
      <SecretBox label={t('hooks.secret')} secret={secret} onCopied={() => setCopied(true)} />
      <p>
        <Button kind="small" word={t('keys.done')} onClick={onDone} />
      </p>
    </section>
  )
}
