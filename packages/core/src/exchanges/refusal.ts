import { z } from 'zod'
import type { Fault, FaultKind } from '../reading.js'

/**
 * Reads a no inside an HTTP 200: any `code` but the good one, or a plain `success: false`.
 * An answer that carries neither is left to the page schema.
 */
export const refusalUnless =
  (good: string, exchangeName: string, meanings: ReadonlyMap<string, FaultKind> = new Map()) =>
  (body: unknown): Fault | null => {
    const envelope = verdict.safeParse(body)
    if (!envelope.success) return null
    const { code, success } = envelope.data
    const accepted = success !== false && (code === undefined || code === good)
    return accepted ? null : refused(exchangeName, code ?? '', meanings.get(code ?? '') ?? httpLike.get(code ?? ''))
  }

/** Unknown codes count as passing trouble, which is asked about again soon. */
const refused = (exchangeName: string, code: string, kind: FaultKind = 'unavailable'): Fault => ({
  kind,
  message: `${exchangeName} refused the request${shownCode.test(code) ? ` (code ${code})` : ''}.`,
})

const verdict = z.object({
  code: z.union([z.string(), z.number()]).transform(String).optional(),
  success: z.unknown().optional(),
})

/** Codes that repeat an HTTP status mean what the status means. */
const httpLike: ReadonlyMap<string, FaultKind> = new Map([
  ['403', 'blocked'],
  ['418', 'blocked'],
  ['429', 'rate_limited'],
  ['451', 'blocked'],
])
/** Only a short number is repeated to people: the rest would be the exchange's own text. */
const shownCode = /^\d{1,8}$/
