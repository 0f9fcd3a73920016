import type { WebhookWithSecret } from '@p2p-rates/contract'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../parts/button.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { LeaveGuard } from '../../parts/leave-guard.js'
import { SecretBox } from '../../parts/secret-box.js'
import { useServices } from '../../services-context.js'
import { DeliveryLog } from './delivery-log.js'
import { useSendTestDelivery } from './use-send-test-delivery.js'
import { WatchedSentence } from './webhook-description.js'

export function CreatedWebhookPanel({ made }: { readonly made: WebhookWithSecret }) {
  const { t } = useServices()
  const [isCopied, setCopied] = useState(made.secret === undefined)
  const [version, setVersion] = useState(0)
  const sent = () => setVersion((last) => last + 1)
  const test = useSendTestDelivery(made.id, sent)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <>
      <section class="panel stack">
        {!isCopied && <LeaveGuard title={t('hooks.uncopied')} sentence={t('hooks.uncopied.why')} />}
        <h2 ref={heading} tabIndex={-1}>
          {t('hooks.made')}
        </h2>
        <p>
          <WatchedSentence webhook={made} />
        </p>
        {made.secret !== undefined && (
          <>
            <p class="quiet">{t('hooks.made.why')}</p>
            <SecretBox label={t('hooks.secret')} secret={made.secret} onCopied={() => setCopied(true)} />
          </>
        )}
        {test.error !== null && <ErrorBanner error={test.error} refetch={test.run} />}
        <p class="ways">
          <Button word={t('hooks.test')} isBusy={test.isBusy} onClick={() => test.run()} />
          <Button kind="quiet" word={t('keys.done')} href={`/dev/webhooks/${encodeURIComponent(made.id)}`} />
        </p>
      </section>
      <DeliveryLog webhookId={made.id} version={version} state="all" onSent={sent} />
    </>
  )
}
