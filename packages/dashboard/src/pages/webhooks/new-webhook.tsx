import type { NewWebhook as NewWebhookBody, WebhookWithSecret } from '@p2p-rates/contract'
import { useEffect, useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { useRates } from '../../live/use-live-rates.js'
import { CodeSampleTabs } from '../../parts/code-sample-tabs.js'
import { Disclosure } from '../../parts/disclosure.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { lazyPart } from '../../parts/lazy-part.js'
import { PreviewLayout } from '../../parts/preview-layout.js'
import { Skeleton } from '../../parts/skeleton.js'
import { useAction } from '../../parts/use-action.js'
import { useUrlState } from '../../routes/use-url-state.js'
import { useServices } from '../../services-context.js'
import { DevFrame, NotInAccountPlan } from '../dev/dev-frame.js'
import { newWebhookRoute, type WebhookForm, webhookRoute } from './route.js'
import { sampleDelivery } from './sample-delivery.js'
import { isComplete, newSchedule, noSchedule, type Schedule } from './schedule.js'
import { useWatchedPrice } from './use-watched-price.js'
import { isInbox } from './webhook-description.js'
import { WebhookFields } from './webhook-fields.js'
import './webhooks.css'

const Preview = lazyPart(async () => (await import('./preview.js')).Preview)
const CreatedWebhookPanel = lazyPart(async () => (await import('./created-webhook-panel.js')).CreatedWebhookPanel)

export function NewWebhook() {
  const { api, t } = useServices()
  const [view, choose, type] = useUrlState(newWebhookRoute)
  const address = newWebhookRoute.print(view)
  const [form, setForm] = useState<WebhookForm>(view)
  useEffect(() => setForm(view), [address])
  const [url, setUrl] = useState('')
  const [schedule, setSchedule] = useState(noSchedule)
  const [missing, setMissing] = useState<ReturnType<typeof missingOf>>(null)
  const [made, setMade] = useState<WebhookWithSecret | null>(null)
  const [version, setVersion] = useState(0)
  const { error } = useQuery('GET /webhooks', {}, { version })
  const inboxes = useQuery('GET /inboxes', error === null ? {} : null)

  function change(next: Partial<WebhookForm>, how: typeof choose): void {
    const whole = { ...form, ...next }
    setForm(whole)
    setMissing(null)
    how(whole)
  }

  const create = useAction(async () => {
    const webhook = await api.request('POST /webhooks', { ...bodyOf(form, url), ...newSchedule(schedule) })
    // A reload shows the webhook, not an empty form.
    history.replaceState(history.state, '', webhookRoute.print({ id: webhook.id }))
    setMade(webhook)
    setVersion(version + 1)
  })

  function submit(): void {
    const lacks = missingOf(form, url, schedule)
    setMissing(lacks)
    if (lacks === null) create.run()
  }

  const isUrlWrong = create.error?.code === 'invalid_webhook_url'
  return (
    <DevFrame version={version} title={t('dev.webhooks')}>
      {error?.code === 'plan_required' ? (
        <NotInAccountPlan title={t('hooks.not_allowed')} />
      ) : made !== null ? (
        <CreatedWebhookPanel made={made} />
      ) : (
        <PreviewLayout
          preview={
            <>
              <Preview
                form={view}
                onTry={(threshold) => change({ threshold }, choose)}
                fallback={<Skeleton width="100%" height="20rem" />}
              />
              <Disclosure title={t('hooks.body')} open>
                {isInbox(url) ? <p>{t('hooks.body.inbox')}</p> : <Sample form={view} url={url} />}
              </Disclosure>
            </>
          }
        >
          <WebhookFields
            form={form}
            url={url}
            onChoose={(next) => change(next, choose)}
            onType={(next) => change(next, type)}
            onUrl={(typed) => {
              setUrl(typed)
              setMissing(null)
              create.clearError()
            }}
            urlError={
              missing === 'hooks.need.url'
                ? t(missing)
                : isUrlWrong
                  ? `${t('error.invalid_webhook_url')} ${t('error.invalid_webhook_url.do')}`
                  : null
            }
            problem={
              <>
                {missing !== null && missing !== 'hooks.need.url' && (
                  <p class="is-bad" role="alert">
                    {t(missing)}
                  </p>
                )}
                {create.error !== null && !isUrlWrong && <ErrorBanner error={create.error} refetch={submit} isAlert />}
              </>
            }
            schedule={schedule}
            onSchedule={(next) => {
              setSchedule((last) => ({ ...last, ...next }))
              setMissing(null)
            }}
            inboxes={inboxes.answer?.inboxes ?? []}
            isBusy={create.isBusy}
            onSubmit={submit}
          />
        </PreviewLayout>
      )}
    </DevFrame>
  )
}

function Sample({ form, url }: { readonly form: WebhookForm; readonly url: string }) {
  const { t } = useServices()
  const { value } = useWatchedPrice(form)
  const { rates } = useRates(form.fiat)
  const exchange = rates?.[form.event === 'best_sell' ? 'best_sell' : 'best_buy'].exchange ?? null
  const known = value !== null && Number.isFinite(value) ? value : null
  return (
    <CodeSampleTabs
      label={t('hooks.body')}
      samples={[{ name: 'HTTP', code: sampleDelivery(form, url, { value: known, exchange }) }]}
    />
  )
}

function missingOf({ event, threshold, amount }: WebhookForm, url: string, schedule: Schedule) {
  if (event === 'spread' && amount === '') return 'hooks.need.amount'
  if (threshold === '') return event === 'spread' ? 'hooks.need.percent' : 'hooks.need.threshold'
  if (url.trim() === '') return 'hooks.need.url'
  return isComplete(schedule) ? null : 'hooks.need.quiet'
}

const bodyOf = (form: WebhookForm, url: string): NewWebhookBody => ({
  url: url.trim(),
  ...(form.event === 'spread' ? { event: form.event, amount: Number(form.amount) } : { event: form.event }),
  fiat: form.fiat,
  threshold: Number(form.threshold),
  ...(form.exchange !== 'any' && { exchange: form.exchange }),
  ...(form.method !== '' && { payment_method: form.method }),
  ...(form.event !== 'spread' && form.fill !== '' && { fill_amount: Number(form.fill) }),
  ...(form.confidence === 'high' && { min_confidence: form.confidence }),
  ...(Number(form.hold) > 0 && { hold_seconds: Number(form.hold) }),
  ...(form.hysteresis !== '' && { hysteresis: Number(form.hysteresis) }),
  ...(form.note.trim() !== '' && { description: form.note.trim() }),
})
