import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { z } from 'zod'
import { readUpTo } from '../../../base/read-up-to.js'
import { internalError, type MessageOutcome, type Transport } from '../message-and-transport.js'

/** Result of a Bot API call. Its error text is dropped, because it may repeat the request. */
export type BotAnswer =
  | { readonly ok: true; readonly result: unknown }
  | {
      readonly ok: false
      readonly status: number
      readonly retryAfterSeconds: number | null
      readonly movedTo: string | null
    }
  | { readonly ok: null; readonly fault: 'timeout' | 'network' | 'bad_answer' }

export type BotApi = (
  method: string,
  fields: Readonly<Record<string, unknown>>,
  options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
) => Promise<BotAnswer>

const longestAnswer = 4 * 1024 * 1024

const answer = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  error_code: z.int().min(100).max(599).optional(),
  parameters: z
    .object({ retry_after: z.number().min(0).optional(), migrate_to_chat_id: z.int().optional() })
    .optional(),
})

/** Calls the Bot API. Every URL contains the token, so URLs and connection errors never leave this function. */
export const createBotApi =
  ({ apiUrl, token }: { readonly apiUrl: string; readonly token: string }): BotApi =>
  async (method, fields, { timeoutMs, signal }) => {
    const late = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(`${apiUrl}/bot${token}/${method}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(fields),
        redirect: 'manual',
        signal: signal === undefined ? late : AbortSignal.any([late, signal]),
      })
      return readAnswer(response.status, await textOf(response))
    } catch {
      return { ok: null, fault: late.aborted ? 'timeout' : 'network' }
    }
  }

async function textOf(response: Response): Promise<string> {
  if (response.body === null) return ''
  const bytes = await readUpTo(Readable.fromWeb(response.body as NodeStream<Uint8Array>), longestAnswer)
  if (bytes === null) throw new RangeError('The answer is too long.')
  return bytes.toString('utf8')
}

function readAnswer(status: number, text: string): BotAnswer {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = null
  }
  const read = answer.safeParse(json)
  // A proxy in front of the Bot API may return an error without a JSON body.
  if (!read.success)
    return status >= 400 && status <= 599
      ? { ok: false, status, retryAfterSeconds: null, movedTo: null }
      : { ok: null, fault: 'bad_answer' }
  const { ok, result, error_code: code, parameters } = read.data
  if (ok) return { ok, result }
  return {
    ok,
    status: code ?? status,
    retryAfterSeconds: parameters?.retry_after ?? null,
    movedTo: parameters?.migrate_to_chat_id?.toString() ?? null,
  }
}

const botUser = z.object({ username: z.string().regex(/^\w{1,64}$/) })

/** Null until the Bot API has returned the name. Each call until then asks again, without waiting. */
export function createBotName(callBot: BotApi): () => string | null {
  let name: string | null = null
  let isAsking = false
  const find = async (): Promise<void> => {
    isAsking = true
    const answer = await callBot('getMe', {}, { timeoutMs: 5_000 })
    isAsking = false
    if (answer.ok === true) name = botUser.safeParse(answer.result).data?.username ?? null
  }
  return () => {
    if (name === null && !isAsking) void find()
    return name
  }
}

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
