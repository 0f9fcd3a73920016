import { z } from 'zod'
import type { BotApi } from './bot-api.js'

const self = z.object({ username: z.string().regex(/^\w{1,64}$/) })

/**
 * Returns the bot's user name, which links need; null until known. Each call asks the Bot API again until then, without
 * waiting.
 */
export function createBotName(callBot: BotApi): () => string | null {
  let name: string | null = null
  let isAsking = false
  const find = async (): Promise<void> => {
    isAsking = true
    const answer = await callBot('getMe', {}, { timeoutMs: 5_000 })
    isAsking = false
    if (answer.ok === true) name = self.safeParse(answer.result).data?.username ?? null
  }
  return () => {
    if (name === null && !isAsking) void find()
    return name
  }
}
