import type { Webhook, WebhookEventKind } from '@p2p-rates/contract'
import type { ComponentChild } from 'preact'
import { useQuery } from '../../api/use-query.js'
import { decimalsOf, type Numbers } from '../../formats/numbers.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { lengthWords, spanWords } from '../../parts/age.js'
import { Shape } from '../../parts/icon.js'
import { UntrustedText, UntrustedTextInFull } from '../../parts/untrusted-text.js'
import { useServices } from '../../services-context.js'
import type { Translator } from '../../words/translator.js'

export const kindOf = (event: string): WebhookEventKind =>
  event === 'best_sell' || event === 'spread' ? event : 'best_buy'

export function WatchedSentence({ webhook }: { readonly webhook: Webhook }) {
  const { numbers, translator, t, tRich } = useServices()
  const threshold = <b>{thresholdText(numbers, webhook)}</b>
  const amount = <b>{numbers.grouped(webhook.amount ?? 0)}</b>
  const { fiat, exchange, payment_method: method, fill_amount: fill, hold_seconds: hold } = webhook
  const kind = kindOf(webhook.event)
  return (
    <>
      {kind === 'spread'
        ? tRich('hooks.is.spread', { amount, fiat, threshold })
        : tRich(`hooks.is.${kind}`, { threshold, fiat })}
      {exchange !== null && [' ', tRich('hooks.is.on', { exchange: exchangeName(exchange) })]}
      {method !== null && [' ', tRich('hooks.is.with', { method: <UntrustedText text={method} longest={64} /> })]}
      {fill !== null && `, ${t('hooks.is.fill', { amount: numbers.grouped(fill), fiat })}`}
      {webhook.min_confidence === 'high' && `, ${t('hooks.is.high')}`}
      {hold !== null && hold > 0 && `, ${t('hooks.is.hold', { span: holdWords(translator, hold) })}`}
    </>
  )
}

/** The same for names and titles, without untrusted text. */
export function useWatchedText(): (webhook: Webhook) => string {
  const { translator, numbers } = useServices()
  return (webhook) => {
    const threshold = thresholdText(numbers, webhook)
    const { fiat } = webhook
    const kind = kindOf(webhook.event)
    return kind === 'spread'
      ? translator.t('hooks.is.spread', { amount: numbers.grouped(webhook.amount ?? 0), fiat, threshold })
      : translator.t(`hooks.is.${kind}`, { threshold, fiat })
  }
}

const thresholdText = (numbers: Numbers, { event, threshold, fiat }: Webhook): string =>
  event === 'spread' ? numbers.derived(threshold) : numbers.price(threshold, decimalsOf([threshold], fiat))

/** `45 s`, `15 min`, `1 h 30 min`. */
export const holdWords = (translator: Translator, seconds: number): string =>
  seconds < 120 ? spanWords(translator, seconds) : lengthWords(translator, seconds)

export const isInbox = (url: string): boolean => url.startsWith('inbox:')

/**
 * Receiver of deliveries: an inbox, or host and path of a URL. The URL's query stays hidden, because it may hold a
 * secret.
 */
export function Receiver({ url }: { readonly url: string }): ComponentChild {
  const { findText } = useServices()
  const { answer } = useQuery('GET /inboxes', isInbox(url) ? {} : null)
  const inbox = answer?.inboxes.find(({ id }) => url === `inbox:${id}`)
  if (inbox !== undefined)
    return (
      <>
        {findText(`inbox.kind.${inbox.kind}`) ?? inbox.kind}: <UntrustedTextInFull text={inbox.name ?? inbox.id} />
      </>
    )
  const known = URL.canParse(url) && !isInbox(url) ? new URL(url) : null
  return <UntrustedTextInFull text={known === null ? url : known.host + known.pathname} />
}

export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { t, findText } = useServices()
  const { enabled, disabled_reason: reason, consecutive_failures: failures } = webhook
  const byHand = reason === 'user'
  return (
    <>
      <span class={`nowrap ${enabled || byHand ? '' : 'is-bad'}`}>
        <Shape name={enabled ? 'live' : byHand ? 'unsupported' : 'blocked'} /> {t(enabled ? 'foot.on' : 'foot.off')}
      </span>
      {!enabled && reason !== null && (
        <span class="under quiet small">{findText(`hooks.off.${reason}`) ?? reason.replaceAll('_', ' ')}</span>
      )}
      {enabled && failures > 0 && <span class="under quiet small">{t('hooks.failing', { n: failures })}</span>}
    </>
  )
}
