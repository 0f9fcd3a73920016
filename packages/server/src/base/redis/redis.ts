import { createHash } from 'node:crypto'

/** A Lua script; Redis runs it atomically. */
export type RedisScript = { readonly text: string; readonly digest: string }

export const defineScript = (text: string): RedisScript => ({
  text,
  digest: createHash('sha1').update(text).digest('hex'),
})

export type RedisCall = {
  readonly script: RedisScript
  readonly keys: readonly string[]
  readonly values: readonly (string | number)[]
  /** Called with an answer that arrives after the timeout. */
  readonly onLateReply?: (answer: unknown) => void
}

export interface Redis {
  /** Rejects on timeout. The call may have run all the same, and is never repeated automatically. */
  run(call: RedisCall): Promise<unknown>
  info(): Promise<string>
  unanswered(): number
  close(): void
}

export class RedisUnavailableError extends Error {
  override readonly name = 'RedisUnavailableError'
}
