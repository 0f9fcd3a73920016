import { z } from 'zod'
import type { Log } from '../../../base/log/log.js'
import { sleep, type Timers } from '../../../base/time/timers.js'
import type { BotApi } from './bot-api.js'
import type { ChatReply, InlineReply } from './chat-handler.js'

const holdSeconds = 25
const askMs = (holdSeconds + 10) * 1_000
const replyMs = 5_000
const waitsMs = [1_000, 3_000, 10_000, 30_000]

/** Seconds for which Telegram may show an inline answer to the same user again. */
const inlineCacheSeconds = 10

const commands = [
  { command: 'rate', description: 'USDT price: /rate UAH' },
  { command: 'quote', description: 'What an amount brings: /quote 20000 UAH monobank' },
  { command: 'stop', description: 'End the alerts in this chat' },
  { command: 'help', description: 'How to ask' },
]

const updates = z.array(z.looseObject({ update_id: z.int() })).max(100)

/** Needs no public address. The next poll acknowledges an update, so none is lost if a server ends. */
export function pollTelegram(ports: {
  callBot: BotApi
  handle: (update: unknown) => Promise<ChatReply | InlineReply | null>
  timers: Timers
  log: Log
}) {
  const { callBot, handle, timers, log } = ports
  const ending = new AbortController()
  const isOver = (): boolean => ending.signal.aborted
  let faults = 0

  const backOff = (retryAfterSeconds: number | null): Promise<void> => {
    if (faults === 0) log.warn('the Telegram bot cannot be polled')
    faults += 1
    const waitMs = Math.max((retryAfterSeconds ?? 0) * 1_000, waitsMs[Math.min(faults, waitsMs.length) - 1] ?? 0)
    return sleep(timers, waitMs, ending.signal)
  }

  const pollUpdates = async (offset: number): Promise<number> => {
    const answer = await callBot(
      'getUpdates',
      { offset, timeout: holdSeconds, limit: 100, allowed_updates: ['message', 'inline_query'] },
      { timeoutMs: askMs, signal: ending.signal },
    )
    if (isOver()) return offset
    const read = answer.ok === true ? updates.safeParse(answer.result) : null
    if (read?.success !== true) {
      await backOff(answer.ok === false ? answer.retryAfterSeconds : null)
      return offset
    }
    let next = offset
    const replies = new Map<string, ChatReply | InlineReply>()
    for (const update of read.data) {
      // If `handle` rejects, the offset stays and the update is fetched again.
      const reply = await handle(update)
      if (reply !== null) replies.set(replyKey(reply), reply)
      next = Math.max(next, update.update_id + 1)
    }
    faults = 0
    for (const reply of replies.values()) if (!isOver()) await callBot(...callOf(reply), { timeoutMs: replyMs })
    return next
  }

  const run = async (): Promise<void> => {
    // The menu of the chat. If the call fails, the commands work all the same.
    await callBot('setMyCommands', { commands }, { timeoutMs: replyMs, signal: ending.signal })
    let offset = 0
    while (!isOver())
      offset = await pollUpdates(offset).catch(async () => {
        await backOff(null)
        return offset
      })
  }

  let running: Promise<void> = Promise.resolve()
  return {
    start: (): void => {
      running = run()
    },
    stop: async (): Promise<void> => {
      ending.abort()
      await running
    },
  }
}

const replyKey = (reply: ChatReply | InlineReply): string =>
  'queryId' in reply ? `query ${reply.queryId}` : `chat ${reply.chatId} ${reply.replyTo ?? ''}`

/** Sends plain text, so that no untrusted name becomes a link or a command. */
function callOf(reply: ChatReply | InlineReply): [method: string, fields: Readonly<Record<string, unknown>>] {
  if (!('queryId' in reply)) {
    const { chatId, text, replyTo } = reply
    const quoted =
      replyTo === undefined ? {} : { reply_parameters: { message_id: replyTo, allow_sending_without_reply: true } }
    return ['sendMessage', { chat_id: Number(chatId), text, link_preview_options: { is_disabled: true }, ...quoted }]
  }
  const { queryId, answer } = reply
  const results =
    answer === null
      ? []
      : [
          {
            type: 'article',
            id: answer.id,
            title: answer.subject,
            description: answer.text.split('\n').slice(0, 3).join(' '),
            input_message_content: {
              message_text: `${answer.subject}\n${answer.text}`.trim(),
              link_preview_options: { is_disabled: true },
            },
          },
        ]
  return ['answerInlineQuery', { inline_query_id: queryId, results, cache_time: inlineCacheSeconds, is_personal: true }]
}
