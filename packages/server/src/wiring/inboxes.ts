import type { OpenDuty } from '../company/company.js'
import type { Config } from '../config.js'
import { createInboxRoom, type InboxRoom, type InboxRoomPorts } from '../inboxes/inbox-room.js'
import { createMailCarrier } from '../inboxes/mail/mail-carrier.js'
import { createBotApi } from '../inboxes/telegram/bot-api.js'
import { createBotName } from '../inboxes/telegram/bot-name.js'
import { createChats } from '../inboxes/telegram/chats.js'
import { listenToBot } from '../inboxes/telegram/listen-to-bot.js'
import { createTelegramCarrier } from '../inboxes/telegram/telegram-carrier.js'
import type { Timers } from '../time/timers.js'

/** The kinds of inboxes that the operator has set up. */
export function openInboxes(
  ports: Omit<InboxRoomPorts, 'carriers' | 'botName'> & { readonly config: Config; readonly timers: Timers },
): { readonly room: InboxRoom; readonly chats: OpenDuty | null } {
  const { config, store, clock, timers, log } = ports
  const { TELEGRAM_TOKEN: token, TELEGRAM_API_URL: apiUrl, SMTP_URL: smtpUrl, SMTP_FROM: from } = config
  const bot = token === undefined ? null : createBotApi({ apiUrl, token })
  const botName = bot === null ? () => null : createBotName(bot)
  // So that the first who wants a link gets one.
  botName()
  const room = createInboxRoom({
    ...ports,
    carriers: {
      ...(smtpUrl === undefined || from === undefined ? {} : { email: createMailCarrier({ url: smtpUrl, from }) }),
      ...(bot === null ? {} : { telegram: createTelegramCarrier(bot) }),
    },
    botName,
  })
  if (bot === null) return { room, chats: null }
  const chats: OpenDuty = async () =>
    listenToBot({ ask: bot, handle: createChats({ store, stop: room.end, clock }), timers, log })
  return { room, chats }
}
