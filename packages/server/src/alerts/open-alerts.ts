import type { TrustRules } from '@p2p-rates/core'
import type { AccountAndKeyStore } from '../accounts/account-and-key-store.js'
import type { AccountChanged } from '../accounts/account-events.js'
import { visitorRulesOf } from '../accounts/actor.js'
import type { AttemptCounter } from '../accounts/log-in-attempts.js'
import type { Config } from '../base/config.js'
import type { Redis } from '../base/redis/redis.js'
import type { Runtime } from '../base/runtime.js'
import type { MarketModule } from '../market/open-market.js'
import type { PriceOrigin } from '../market/price-origin.js'
import { createChannelService } from './channels/channel-service.js'
import type { InboxStore } from './channels/inbox-store.js'
import { createMailTransport } from './channels/mail/mail-transport.js'
import { createBotApi, createBotName, createTelegramTransport } from './channels/telegram/bot-api.js'
import { createChatHandler } from './channels/telegram/chat-handler.js'
import { pollTelegram } from './channels/telegram/poll-telegram.js'
import {
  type CountVisit,
  createPriceAnswers,
  createPriceReplies,
  type PriceReplies,
} from './channels/telegram/price-replies.js'
import { createWebTransports } from './channels/web/web-transports.js'
import { systemResolve } from './webhooks/connect-to-receiver.js'
import type { ReadPastPrices } from './webhooks/evaluate-webhook.js'
import type { SecretBox } from './webhooks/master-key.js'
import { createPostToReceiver } from './webhooks/post-to-receiver.js'
import { createWebhookService } from './webhooks/webhook-service.js'
import type { PublishWebhookEvent, SharedWebhookStore, WebhookStore } from './webhooks/webhook-store.js'

export type SharedAlerts = {
  readonly store: SharedWebhookStore
  readonly redis: Pick<Redis, 'run'>
  readonly clusterId: string
  /** Number of servers, including this one. */
  servers(): number
}

export type AlertsPorts = {
  readonly runtime: Runtime
  readonly config: Config
  readonly store: {
    readonly webhooks: WebhookStore
    readonly inboxes: InboxStore
    readonly keys: Pick<AccountAndKeyStore, 'findAccount'>
  }
  /** Null if this server is alone. */
  readonly shared: SharedAlerts | null
  readonly market: { readonly rules: TrustRules; readonly origin: Pick<PriceOrigin, 'flags'> }
  readonly pastPrices: ReadPastPrices
  /** For answers of the Telegram bot. */
  readonly prices: Pick<MarketModule, 'latest' | 'dataOf' | 'requestClock'>
  readonly countVisit: CountVisit
  readonly secretBox: SecretBox
  readonly mails: { readonly attempts: AttemptCounter; readonly publicUrl: () => string }
  readonly events: { readonly publish: PublishWebhookEvent; readonly onAttempt: (outcome: string) => void }
}

/**
 * The alerts module: compares new prices with the webhooks of all accounts and sends each alert to its receiver: a
 * server of the account's own (`webhooks`), or a person's mail, chat or channel (`channels`).
 *
 * Promises:
 * - A delivery is stored before its first attempt. After a crash it is sent again under the same id, and not
 *   twice without need. The deliveries of a webhook go out in order and one at a time.
 * - A receiver that fails is asked 10 times within 73 hours, then its webhook is disabled (`retry-schedule.ts`).
 * - All requests to webhooks are signed, and none goes to an address of a private network (`address-guard.ts`).
 * - No account and no host keeps another waiting (`concurrency-limit.ts`, `host-caps.ts`).
 * - In its quiet hours a webhook sends nothing but tests. One event follows for all crossings in them, and a digest is
 *   sent once a day, both stored like any delivery (`evaluate-webhook.ts`).
 * - A channel gets nothing before its reader has agreed, and nothing after the reader has said stop.
 *
 * Alone, webhooks are evaluated after a publication; of several servers, the publishing one evaluates them in the
 * transaction that publishes, and each server sends due deliveries.
 *
 * If the disk is full or the database is gone, nothing new fires. A webhook whose last attempt can't be stored pauses
 * until it is; only this server knows the outcome, and it asks the store again every second. Without Redis, each server uses its share of the limits of a host. If the Bot API or the mail server is gone, deliveries are
 * retried like those of any receiver.
 */
export function openAlerts(ports: AlertsPorts) {
  const { runtime, config, store, mails, secretBox } = ports
  const { PRIVATE_RECEIVERS: allowPrivate, PUBLIC_URL: publicUrl } = config
  const { TELEGRAM_TOKEN: token, TELEGRAM_API_URL: apiUrl, SMTP_URL: smtpUrl, SMTP_FROM: from } = config
  const bot = token === undefined ? null : createBotApi({ apiUrl, token })
  const botName = bot === null ? () => null : createBotName(bot)
  // Load the name now, so that the first user who wants a link gets one.
  botName()
  const channels = createChannelService({
    exchangeName: config.exchanges.nameOf,
    ...runtime,
    ...mails,
    store: store.inboxes,
    secretBox,
    allowPrivate,
    transports: {
      ...(smtpUrl === undefined || from === undefined ? {} : { email: createMailTransport({ url: smtpUrl, from }) }),
      ...(bot === null ? {} : { telegram: createTelegramTransport(bot) }),
      ...createWebTransports(createPostToReceiver({ resolve: systemResolve, allowPrivate, publicUrl })),
    },
    botName,
  })

  const service = createWebhookService({ ...ports, channels })
  channels.onClosed(service.operations.disableForInbox)
  const prices = openPriceReplies(ports, botName)
  const chats = { store: store.inboxes, stop: channels.end, prices, clock: runtime.clock }

  return {
    channels,
    webhooks: service.operations,
    receivers: {
      count: async (accountId: string) => ({
        webhooks: (await service.operations.idsOf(accountId)).length,
        inboxes: (await channels.list(accountId)).length,
      }),
      forget: service.operations.forget,
    },
    onSnapshot: service.onSnapshot,
    /** For the publishing server of several; alone, `onSnapshot` does it. */
    evaluateInTransaction: service.evaluateInTransaction,
    jobs: { chats: bot && (async () => pollTelegram({ ...runtime, callBot: bot, handle: createChatHandler(chats) })) },
    handlers: {
      account_changed: ({ account }: AccountChanged) => service.planChanged(account),
      webhook_changed: service.webhookChanged,
      data_replaced: service.reload,
    },
    start: service.start,
    stop: service.stop,
  }
}

export type AlertsModule = ReturnType<typeof openAlerts>

function openPriceReplies(
  { runtime, config, store, market, prices, countVisit }: AlertsPorts,
  botName: () => string | null,
): PriceReplies {
  const visitors = visitorRulesOf(config)
  const { latest, dataOf, requestClock } = prices
  const answer = createPriceAnswers({
    fiats: config.FIATS,
    exchanges: config.exchanges,
    marketOf: (fiat) => {
      const snapshot = latest.snapshot(fiat)
      return snapshot === null ? null : dataOf(snapshot)
    },
    origin: market.origin,
    visitors,
    clock: requestClock,
  })
  return createPriceReplies({ ...runtime, answer, count: countVisit, visitors, store: store.inboxes, botName })
}
