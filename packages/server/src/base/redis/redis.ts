import { createHash } from 'node:crypto'

/** A Lua script; Redis runs it atomically. `Answer` is the type of its result: Redis returns that unchanged. */
export type RedisScript<Answer> = { readonly text: string; readonly digest: string; readonly answer?: Answer }

export const defineScript = <Answer = unknown>(text: string): RedisScript<Answer> => ({
  text,
  digest: createHash('sha1').update(text).digest('hex'),
})

export type RedisCall<Answer = unknown> = {
  readonly script: RedisScript<Answer>
  readonly keys: readonly string[]
  readonly values: readonly (string | number)[]
  /** Called with an answer that arrives after the timeout. */
  readonly onLateReply?: (answer: Answer) => void
}

export interface Redis extends ScriptRunner {
  info(): Promise<string>
  unanswered(): number
  close(): void
}

export interface ScriptRunner {
  /** Rejects on timeout. The call may have run all the same, and is never repeated automatically. */
  run<Answer>(call: RedisCall<Answer>): Promise<Answer>
}

export class RedisUnavailableError extends Error {
  override readonly name = 'RedisUnavailableError'
}
