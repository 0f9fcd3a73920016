import {
  type ChannelService,
  type ChannelServicePorts,
  createChannelService,
} from '../../alerts/channels/channel-service.js'
import { createMailTransport } from '../../alerts/channels/mail/mail-transport.js'
import { createBotApi } from '../../alerts/channels/telegram/bot-api.js'
import { createBotName } from '../../alerts/channels/telegram/bot-name.js'
import { createChatHandler } from '../../alerts/channels/telegram/chat-handler.js'
import { pollTelegram } from '../../alerts/channels/telegram/poll-telegram.js'
import { createTelegramTransport } from '../../alerts/channels/telegram/telegram-transport.js'
import type { Config } from '../../base/config.js'
import type { OpenJob } from '../../base/jobs.js'
import type { Timers } from '../../base/time/timers.js'
import type { JobContext } from '../job-context.js'

export function openNotificationChannels(
  ports: Omit<ChannelServicePorts, 'transports' | 'botName'> & { readonly config: Config; readonly timers: Timers },
): { readonly service: ChannelService; readonly chats: OpenJob<JobContext> | null } {
  const { config, store, clock, timers, log } = ports
  const { TELEGRAM_TOKEN: token, TELEGRAM_API_URL: apiUrl, SMTP_URL: smtpUrl, SMTP_FROM: from } = config
  const bot = token === undefined ? null : createBotApi({ apiUrl, token })
  const botName = bot === null ? () => null : createBotName(bot)
  // Load the name now, so that the first user who wants a link gets one.
  botName()
  const service = createChannelService({
    ...ports,
    transports: {
      ...(smtpUrl === undefined || from === undefined ? {} : { email: createMailTransport({ url: smtpUrl, from }) }),
      ...(bot === null ? {} : { telegram: createTelegramTransport(bot) }),
    },
    botName,
  })
  if (bot === null) return { service, chats: null }
  const chats: OpenJob<JobContext> = async () =>
    pollTelegram({ callBot: bot, handle: createChatHandler({ store, stop: service.end, clock }), timers, log })
  return { service, chats }
}
