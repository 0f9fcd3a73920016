import type { WebhookEvent } from '@p2p-rates/contract'
import type { ChannelService } from '../channels/channel-service.js'
import type { PostOutcome } from './post-to-receiver.js'
import type { Delivery, Webhook } from './webhook-store.js'

export type SendToChannel = (webhook: Webhook, delivery: Delivery) => Promise<PostOutcome>

/** Builds the reader's message from the same bytes that a receiver would get. */
export const createChannelSender =
  (inboxes: Pick<ChannelService, 'send'>): SendToChannel =>
  async ({ accountId, url, description }, delivery) => {
    const sent = await inboxes.send({ accountId, url, note: description }, eventIn(delivery))
    return 'over' in sent ? { status: null, fault: 'inbox_over', retryAfter: null, ends: sent.over } : sent
  }

/** Our own writing, read back. */
const eventIn = ({ body }: Delivery): WebhookEvent => JSON.parse(body) as WebhookEvent
