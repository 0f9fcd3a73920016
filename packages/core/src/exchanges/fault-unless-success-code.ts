import { z } from 'zod'
import { type Fault, type FaultKind, faultKinds } from '../fault.js'

/**
 * Create the `refusal` of an exchange that reports errors in the body of an HTTP 200. Returns a fault for any `code`
 * except the good one, and for `success: false`. Returns null for a body with neither.
 *
 * @example
 * defineExchange({ ..., refusal: faultUnless('200', 'Bazaar', new Map([['429', 'rate_limited']])) })
 */
export const faultUnless =
  (good: string, exchangeName: string, meanings: ReadonlyMap<string, FaultKind> = new Map()) =>
  (body: unknown): Fault | null => {
    const { code = good, success } = verdict.safeParse(body).data ?? {}
    if (code === good && success !== false) return null
    // Only a short number or a known word is repeated to people: the rest would be the exchange's own text.
    const shown = code !== good && (shortNumber.test(code) || meanings.has(code)) ? ` (code ${code})` : ''
    return {
      // An unknown code counts as temporary, so the exchange is asked again soon.
      kind: meanings.get(code) ?? likeHttp.get(code) ?? 'unavailable',
      message: `${exchangeName} refused the request${shown}.`,
    }
  }

/** Codes with their meaning, as one text of codes for each kind of fault. */
export const codesMeaning = (codes: Partial<Record<FaultKind, string>>): ReadonlyMap<string, FaultKind> =>
  new Map(faultKinds.flatMap((kind) => (codes[kind]?.split(' ') ?? []).map((code) => [code, kind] as const)))

const verdict = z.object({
  code: z.union([z.string(), z.number()]).transform(String).optional(),
  success: z.unknown().optional(),
})
const shortNumber = /^-?\d{1,8}$/

/** Codes that repeat an HTTP status mean what the status means. */
const likeHttp = codesMeaning({ blocked: '403 418 451', rate_limited: '429' })
