import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type BotMessage = { readonly chatId: number; readonly text: string; readonly fields: Record<string, unknown> }

type Refusal = { readonly status: number; readonly parameters?: Record<string, unknown> }

export async function startBotStandIn({
  token = '123456:test-token-of-nobody',
  name = 'test_rates_bot',
  onTaken = () => {},
}: {
  token?: string
  name?: string
  onTaken?: (text: string) => void
} = {}) {
  const sent: BotMessage[] = []
  const menu: string[] = []
  const inlineAnswers: Record<string, unknown>[] = []
  const updates: { update_id: number }[] = []
  const refusals = new Map<number, Refusal[]>()
  let waiting: (() => void)[] = []
  let nextId = 1

  const methods: Readonly<Record<string, (fields: Record<string, unknown>) => unknown>> = {
    getMe: () => ({ ok: true, result: { id: 1, is_bot: true, username: name } }),
    getUpdates: async ({ offset }) => {
      while (updates[0] !== undefined && updates[0].update_id < Number(offset)) updates.shift()
      if (updates.length === 0) await new Promise<void>((done) => waiting.push(done))
      return { ok: true, result: updates.filter(({ update_id: id }) => id >= Number(offset)) }
    },
    setMyCommands: ({ commands }) => {
      menu.push(...(commands as readonly { command: string }[]).map(({ command }) => command))
      return { ok: true, result: true }
    },
    answerInlineQuery: (fields) => {
      inlineAnswers.push(fields)
      return { ok: true, result: true }
    },
    sendMessage: (fields) => {
      const chatId = Number(fields.chat_id)
      const refusal = refusals.get(chatId)?.shift()
      if (refusal !== undefined)
        return { ok: false, error_code: refusal.status, description: 'no', parameters: refusal.parameters }
      sent.push({ chatId, text: String(fields.text), fields })
      onTaken(String(fields.text))
      return { ok: true, result: { message_id: sent.length } }
    },
  }

  const server = createServer(async (request, response) => {
    const [, bot, method = ''] = (request.url ?? '').split('/')
    const known = bot === `bot${token}` ? methods[method] : undefined
    const answer =
      known === undefined
        ? { ok: false, error_code: bot === `bot${token}` ? 404 : 401 }
        : await known(await json(request))
    const status = Object.entries(answer as object).find(([field]) => field === 'error_code')?.[1] ?? 200
    response.writeHead(Number(status), { 'Content-Type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

  const wake = (): void => {
    for (const done of waiting) done()
    waiting = []
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    sent,
    write: (chatId: number, text: string, from: object = {}, chat: object = {}): void => {
      updates.push({
        update_id: nextId++,
        message: { text, chat: { id: chatId, ...chat }, from: { id: chatId, ...from } },
      } as { update_id: number })
      wake()
    },
    menu,
    inlineAnswers,
    query: (userId: number, query: string): void => {
      const id = nextId++
      updates.push({ update_id: id, inline_query: { id: `q${id}`, from: { id: userId }, query } } as {
        update_id: number
      })
      wake()
    },
    refuse: (chatId: number, refusal: Refusal): void => {
      refusals.set(chatId, [...(refusals.get(chatId) ?? []), refusal])
    },
    close: async (): Promise<void> => {
      wake()
      server.closeAllConnections()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}

async function json(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as Record<string, unknown>
}
