import type { Webhook } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { createTimes } from '../../formats/times-and-zones.js'
import { Answered } from '../../parts/answered.js'
import { Button } from '../../parts/button.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { lazyPart } from '../../parts/lazy-part.js'
import { LeaveGuard } from '../../parts/leave-guard.js'
import { PreviewLayout } from '../../parts/preview-layout.js'
import { SecretBox } from '../../parts/secret-box.js'
import { Skeleton } from '../../parts/skeleton.js'
import { UntrustedTextInFull } from '../../parts/untrusted-text.js'
import { useAction } from '../../parts/use-action.js'
import { useUrlState } from '../../routes/use-url-state.js'
import { useServices } from '../../services-context.js'
import { DevFrame } from '../dev/dev-frame.js'
import { exchangeUrlField, fiatUrlField } from '../url-fields.js'
import { DeliveryLog } from './delivery-log.js'
import { conditionsOf, newWebhookRoute, type WebhookForm, webhookRoute } from './route.js'
import { ScheduleText } from './schedule-fields.js'
import { WebhookActions } from './webhook-actions.js'
import { kindOf, Receiver, useWatchedText, WatchedSentence, WebhookState } from './webhook-description.js'
import './webhooks.css'

const EditWebhook = lazyPart(async () => (await import('./edit-webhook.js')).EditWebhook)
const Preview = lazyPart(async () => (await import('./preview.js')).Preview)

export function OneWebhook() {
  const { t } = useServices()
  const [{ id, state }, choose] = useUrlState(webhookRoute)
  const [version, setVersion] = useState(0)
  const query = useQuery('GET /webhooks/{id}', {}, { params: { id }, version })
  const webhook = query.answer
  const textOf = useWatchedText()
  const changed = () => setVersion((last) => last + 1)
  return (
    <DevFrame
      version={version}
      title={webhook === null ? t('dev.webhooks') : textOf(webhook)}
      heading={webhook === null ? undefined : <WatchedSentence webhook={webhook} />}
      action={<a href="/dev/webhooks">{t('hooks.all')}</a>}
    >
      <Answered query={query} height="14rem">
        {(known) => (
          <>
            <About webhook={known} onChange={changed} />
            <DeliveryLog
              webhookId={id}
              version={version}
              state={state}
              onState={(next) => choose({ state: next })}
              onSent={changed}
            />
          </>
        )}
      </Answered>
    </DevFrame>
  )
}

type AboutProps = { readonly webhook: Webhook; readonly onChange: () => void }

function About({ webhook, onChange }: AboutProps) {
  const { api, translator, t } = useServices()
  const { full } = createTimes(translator.lang, 'local')
  const [isEdited, setEdited] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const { id, old_secret_expires_at: until } = webhook
  const activate = useAction(async () => {
    await api.request('POST /webhooks/{id}/activate-secret', {}, { params: { id } })
    onChange()
  })
  return (
    <PreviewLayout preview={<Preview form={formOf(webhook)} fallback={<Skeleton width="100%" height="20rem" />} />}>
      <div class="stack">
        <p>
          <WebhookState webhook={webhook} />
        </p>
        <p class="quiet">
          <Receiver url={webhook.url} />
        </p>
        <ScheduleText webhook={webhook} />
        {webhook.description !== null && (
          <p>
            <UntrustedTextInFull text={webhook.description} />
          </p>
        )}
        {isEdited ? (
          <EditWebhook
            fallback={<Skeleton width="100%" height="14rem" />}
            webhook={webhook}
            onEnd={(hasChanged) => {
              setEdited(false)
              if (hasChanged) onChange()
            }}
          />
        ) : (
          <WebhookActions webhook={webhook} onEdit={() => setEdited(true)} onChange={onChange} onSecret={setSecret} />
        )}
        {secret !== null && <RotatedSecretPanel secret={secret} onDone={() => setSecret(null)} />}
        {until !== null && (
          <div class="stack">
            <p>{t('hooks.both', { until: full(Date.parse(until)) })}</p>
            <p>
              <Button kind="small" word={t('hooks.activate')} onClick={() => activate.run()} />
            </p>
          </div>
        )}
        {activate.error !== null && <ErrorBanner error={activate.error} refetch={activate.run} />}
      </div>
    </PreviewLayout>
  )
}

const formOf = (webhook: Webhook): WebhookForm => ({
  ...newWebhookRoute.presets,
  event: kindOf(webhook.event),
  fiat: fiatUrlField.read(webhook.fiat) ?? fiatUrlField.preset,
  threshold: String(webhook.threshold),
  amount: webhook.amount === null ? '' : String(webhook.amount),
  exchange: webhook.exchange === null ? 'any' : (exchangeUrlField.read(webhook.exchange) ?? 'any'),
  method: webhook.payment_method ?? '',
  hysteresis: webhook.hysteresis === null ? '' : String(webhook.hysteresis),
  ...conditionsOf(webhook),
})

function RotatedSecretPanel({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
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
