import type { CreatedKey } from '@p2p-rates/contract'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../parts/button.js'
import { CodeSampleTabs } from '../../parts/code-sample-tabs.js'
import { lazyPart } from '../../parts/lazy-part.js'
import { LeaveGuard } from '../../parts/leave-guard.js'
import { SecretBox } from '../../parts/secret-box.js'
import { UntrustedTextInFull } from '../../parts/untrusted-text.js'
import { useServices } from '../../services-context.js'
import { firstCallSamples } from './first-call-samples.js'

const FirstRequest = lazyPart(async () => (await import('../setup/first-request.js')).FirstRequest, ['account', 'dev'])

export function CreatedKeyPanel({ made, onDone }: { readonly made: CreatedKey; readonly onDone: () => void }) {
  const { bootstrap, t, tRich } = useServices()
  const [isCopied, setCopied] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section class="panel stack">
      {!isCopied && <LeaveGuard title={t('keys.uncopied')} sentence={t('keys.uncopied.why')} />}
      <h2 ref={heading} tabIndex={-1}>
        {tRich('keys.made', { name: <UntrustedTextInFull text={made.name ?? made.prefix} /> })}
      </h2>
      <p class="quiet">{t('keys.once')}</p>
      <SecretBox label={t('keys.key')} secret={made.key} onCopied={() => setCopied(true)} />
      <p class="faint small">{t('keys.lost')}</p>
      <CodeSampleTabs label={t('keys.call')} samples={firstCallSamples(made.key, location.origin, bootstrap.fiat)} />
      <FirstRequest prefix={made.prefix} onSeen={() => {}} />
      <p class="ways">
        <Button word={t(isCopied ? 'keys.done' : 'keys.done_uncopied')} onClick={onDone} />
      </p>
    </section>
  )
}
