import type { Webhook, WebhookEventKind } from '@p2p-rates/contract'
import type { ComponentChild } from 'preact'
import { decimalsOf } from '../../formats/numbers.js'
import { exchangeName } from '../../listed/names.js'
import { Stranger, StrangerInFull } from '../../parts/stranger.js'
import { useServices } from '../../services.js'

type Watched = Pick<Webhook, 'event' | 'fiat' | 'threshold' | 'amount' | 'exchange' | 'payment_method'>

export const kindOf = (event: string): WebhookEventKind =>
  event === 'best_sell' || event === 'spread' ? event : 'best_buy'

/** What a webhook waits for, as a sentence. */
export function WatchedSentence({ webhook }: { readonly webhook: Watched }) {
  const { speech } = useServices()
  const { show } = speech
  const threshold = <b>{useThreshold(webhook)}</b>
  const amount = <b>{useServices().numbers.grouped(webhook.amount ?? 0)}</b>
  const { fiat, exchange, payment_method: method } = webhook
  const kind = kindOf(webhook.event)
  return (
    <>
      {kind === 'spread'
        ? show('hooks.is.spread', { amount, fiat, threshold })
        : show(`hooks.is.${kind}`, { threshold, fiat })}
      {exchange !== null && [' ', show('hooks.is.on', { exchange: exchangeName(exchange) })]}
      {method !== null && [' ', show('hooks.is.with', { method: <Stranger text={method} longest={64} /> })]}
    </>
  )
}

/** The same for names and titles, without what strangers wrote. */
export function useWatchedText(): (webhook: Watched) => string {
  const { speech, numbers } = useServices()
  return (webhook) => {
    const threshold = thresholdText(numbers, webhook)
    const { fiat } = webhook
    const kind = kindOf(webhook.event)
    return kind === 'spread'
      ? speech.say('hooks.is.spread', { amount: numbers.grouped(webhook.amount ?? 0), fiat, threshold })
      : speech.say(`hooks.is.${kind}`, { threshold, fiat })
  }
}

type Writer = ReturnType<typeof useServices>['numbers']

const thresholdText = (numbers: Writer, { event, threshold, fiat }: Watched): string =>
  event === 'spread' ? numbers.derived(threshold) : numbers.price(threshold, decimalsOf([threshold], fiat))

const useThreshold = (webhook: Watched): string => thresholdText(useServices().numbers, webhook)

/** Where it is sent to: host and path. What stands behind a question mark may be a secret. */
export function Receiver({ url }: { readonly url: string }): ComponentChild {
  const known = URL.canParse(url) && !url.startsWith('inbox:') ? new URL(url) : null
  return <StrangerInFull text={known === null ? url : known.host + known.pathname} />
}
