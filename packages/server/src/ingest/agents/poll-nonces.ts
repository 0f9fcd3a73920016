import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../base/time/clock.js'

/** Single-use numbers against replay, valid for 1 minute. Every implementation passes poll-nonces.contract.ts. */
export interface PollNonces {
  issue(reporter: string): Promise<string>
  /** True once for the collector it was issued to. Verify the signature first, because used nonces are stored. */
  use(reporter: string, nonce: string): Promise<boolean>
}

/** Longer than a poll and a task together. */
export const nonceMs = 60_000

/** For a single server. Nonces are not stored when issued, so that clients can't fill the memory. */
export function createMemoryPollNonces(clock: Pick<Clock, 'monoMs'>): PollNonces {
  const secret = randomBytes(32)
  const used = new Map<string, number>()

  const signatureOf = (reporter: string, payload: string): string =>
    createHmac('sha256', secret).update(`${payload}.${reporter}`).digest('base64url')

  return {
    issue: async (reporter) => {
      const payload = `${Math.floor(clock.monoMs())}.${randomBytes(9).toString('base64url')}`
      return `${payload}.${signatureOf(reporter, payload)}`
    },
    use: async (reporter, nonce) => {
      const nowMs = clock.monoMs()
      for (const [one, atMs] of used) {
        if (nowMs - atMs <= nonceMs) break
        used.delete(one)
      }
      const [atText = '', chance = '', seal = ''] = nonce.split('.')
      const wanted = Buffer.from(signatureOf(reporter, `${atText}.${chance}`))
      const given = Buffer.from(seal)
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return false
      if (nowMs - Number(atText) > nonceMs || used.has(nonce)) return false
      used.set(nonce, nowMs)
      return true
    },
  }
}
