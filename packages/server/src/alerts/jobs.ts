import type { OpenJob } from '../base/jobs.js'
import type { Runtime } from '../base/runtime.js'
import type { Cancel } from '../base/time/timers.js'
import type { ChannelService } from './channels/channel-service.js'
import type { InboxStore } from './channels/inbox-store.js'
import type { BotApi } from './channels/telegram/bot-api.js'
import { createChatHandler } from './channels/telegram/chat-handler.js'
import { pollTelegram } from './channels/telegram/poll-telegram.js'
import type { PriceReplies } from './channels/telegram/price-replies.js'
import { type Dispatcher, renewManualSends } from './webhooks/dispatcher.js'

/** Waits for messages to the Telegram bot, on one server for all. Each question to the Bot API lasts up to 25 s. */
export const chatsJob =
  <Context>(
    { clock, timers, log }: Runtime,
    bot: BotApi,
    store: InboxStore,
    channels: Pick<ChannelService, 'end'>,
    prices: PriceReplies,
  ): OpenJob<Context> =>
  async () =>
    pollTelegram({ callBot: bot, handle: createChatHandler({ store, stop: channels.end, prices, clock }), timers, log })

/** Renews the manual sends of this server every 30 s, for the other servers, and ends those of servers that died. */
export const repeatManualSendRenewal = ({ repeat }: Runtime, dispatcher: Dispatcher): Cancel =>
  repeat(30_000, 'it is not written down who sends by hand', () => renewManualSends(dispatcher))
