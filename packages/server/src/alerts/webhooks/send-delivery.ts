import { channelIdOf, type WebhookEvent } from '@p2p-rates/contract'
import { faultFields } from '../../base/log/log.js'
import type { Runtime } from '../../base/runtime.js'
import type { ChannelService } from '../channels/channel-service.js'
import type { SecretBox } from './master-key.js'
import { noPublicAddress, type PostOutcome, type PostToReceiver } from './post-to-receiver.js'
import type { Attempt } from './settle-delivery-attempt.js'
import { headersOf } from './signature.js'
import type { Delivery, Webhook } from './webhook-store.js'

/** Makes one attempt. It never rejects; the outcome includes errors. */
export type Sender = (webhook: Webhook, delivery: Delivery) => Promise<Attempt>

export function createSender(ports: {
  readonly post: PostToReceiver
  readonly channels: Pick<ChannelService, 'send'>
  readonly secretBox: SecretBox
  readonly runtime: Runtime
  readonly onAttempt: (outcome: string) => void
}): Sender {
  const { post, channels, secretBox, runtime, onAttempt } = ports
  const { clock, log } = runtime

  /** An error of this server, such as a secret sealed with another master key, is a failed attempt, so that retries end. */
  const outcomeOf = async (webhook: Webhook, delivery: Delivery, startedMs: number): Promise<PostOutcome> => {
    try {
      if (channelIdOf(webhook.url) !== null) return await sendToChannel(channels, webhook, delivery)
      return await post(new URL(webhook.url), headersOf(delivery, webhook, secretBox, startedMs), delivery.body)
    } catch (error) {
      log.error('a webhook could not be sent', { webhook_id: webhook.id, ...faultFields(error) })
      return { status: null, fault: 'internal', retryAfter: null }
    }
  }

  return async (webhook, delivery) => {
    const startedMs = clock.wallMs()
    const startedMonoMs = clock.monoMs()
    const outcome = await outcomeOf(webhook, delivery, startedMs)
    onAttempt(outcome.status === null ? (outcome.fault ?? 'network') : `${Math.floor(outcome.status / 100)}xx`)
    // Report 0 ms for blocked addresses; DNS timing would reveal internal host names.
    const durationMs = outcome.fault === noPublicAddress ? 0 : clock.monoMs() - startedMonoMs
    return { outcome, startedMs, durationMs }
  }
}

/** Builds the reader's message from the same bytes that a receiver would get. */
async function sendToChannel(
  channels: Pick<ChannelService, 'send'>,
  { accountId, url, description }: Webhook,
  { body }: Delivery,
): Promise<PostOutcome> {
  const event: WebhookEvent = JSON.parse(body)
  const sent = await channels.send({ accountId, url, note: description }, event)
  return 'over' in sent ? { status: null, fault: 'inbox_over', retryAfter: null, ends: sent.over } : sent
}
