import { internalError, type MessageOutcome, type Transport } from '../message-and-transport.js'
import type { BotAnswer, BotApi } from './bot-api.js'

const sendMs = 15_000
/** Telegram's limit is 4,096 characters. */
const longestText = 4_000

/** Sends plain text, so that no untrusted name becomes a link or a command. */
export const createTelegramTransport = (callBot: BotApi): Transport => ({
  send: async (address, { text }) =>
    outcomeOf(
      await callBot(
        'sendMessage',
        {
          chat_id: Number(address),
          text: [...text].slice(0, longestText).join(''),
          link_preview_options: { is_disabled: true },
        },
        { timeoutMs: sendMs },
      ),
    ),
})

/** 401 and 404 mean a wrong token, which is our fault, not the recipient's. */
function outcomeOf(answer: BotAnswer): MessageOutcome {
  const plain = { fault: null, retryAfter: null, ends: null }
  if (answer.ok === null) return { ...plain, status: null, fault: answer.fault }
  if (answer.ok) return { ...plain, status: 200 }
  const { status, retryAfterSeconds, movedTo } = answer
  if (status === 401 || status === 404) return internalError
  return {
    ...plain,
    status,
    retryAfter: retryAfterSeconds === null ? null : String(Math.ceil(retryAfterSeconds)),
    ends: status === 403 || (status === 400 && movedTo === null) ? 'blocked' : null,
    ...(movedTo === null ? {} : { movedTo }),
  }
}
