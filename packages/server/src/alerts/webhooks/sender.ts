import { channelIdOf } from '@p2p-rates/contract'
import { faultFields, type Log } from '../../base/log/log.js'
import type { Clock } from '../../base/time/clock.js'
import type { SendToChannel } from './channel-sender.js'
import { headersOf } from './delivery-headers.js'
import { noPublicAddress, type PostOutcome, type PostToReceiver } from './post-to-receiver.js'
import type { SecretBox } from './secret-box.js'
import type { Attempt } from './settle-delivery-attempt.js'
import type { Delivery, Webhook } from './webhook-store.js'

/** Makes one attempt. It never rejects; the outcome includes errors. */
export type Sender = (webhook: Webhook, delivery: Delivery) => Promise<Attempt>

export type SenderPorts = {
  readonly post: PostToReceiver
  readonly sendToChannel: SendToChannel
  readonly secretBox: SecretBox
  readonly clock: Clock
  readonly log: Log
  readonly onAttempt: (outcome: string) => void
}

export function createSender({ post, sendToChannel, secretBox, clock, log, onAttempt }: SenderPorts): Sender {
  /** A fault of our own, such as a secret sealed with another master key, is a failed attempt too: it must not go round in circles. */
  const outcomeOf = async (webhook: Webhook, delivery: Delivery, startedMs: number): Promise<PostOutcome> => {
    try {
      if (channelIdOf(webhook.url) !== null) return await sendToChannel(webhook, delivery)
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
