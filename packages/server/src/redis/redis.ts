import { createHash } from 'node:crypto'

/** What runs inside Redis as one step: beside it nothing else happens there. */
export type RedisScript = { readonly text: string; readonly digest: string }

export const defineScript = (text: string): RedisScript => ({
  text,
  digest: createHash('sha1').update(text).digest('hex'),
})

export type RedisCall = {
  readonly script: RedisScript
  readonly keys: readonly string[]
  readonly values: readonly (string | number)[]
  /** Is told an answer that came after its deadline. */
  readonly late?: (answer: unknown) => void
}

export interface Redis {
  /** Rejects when no answer comes in time: what was sent may have happened all the same, and is never sent again by itself. */
  run(call: RedisCall): Promise<unknown>
  /** What Redis says of itself, as `name:value` lines. */
  info(): Promise<string>
  /** Calls that were not answered in time, or not at all, since the beginning. */
  unanswered(): number
  close(): void
}

/** Redis did not answer, or not in time, or with a refusal. */
export class RedisUnavailableError extends Error {
  override readonly name = 'RedisUnavailableError'
}
