import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Call, SimulatedKey } from './simulated-exchange.js'

type Refused = { readonly code: number; readonly message: string }

/** Why a signed call is refused; `null` for a good one. Written from the documentation alone, apart from who signs. */
export function bybitRefusal({ method, raw }: Call, { key, secret }: SimulatedKey, atMs: number): Refused | null {
  const [sentKey, sentAt, window, sign] = ['api-key', 'timestamp', 'recv-window', 'sign'].map((name) =>
    raw.header(`x-bapi-${name}`),
  ) as [string, string, string, string]
  if (sentKey !== key) return { code: 10003, message: 'API key is invalid.' }
  if (!/^\d{13}$/.test(sentAt) || !/^\d{1,5}$/.test(window)) return { code: 10001, message: 'Request parameter error.' }
  if (Number(sentAt) > atMs + 1_000 || Number(sentAt) < atMs - Number(window))
    return { code: 10002, message: 'The request time exceeds the time window range.' }
  const signed = `${sentAt}${key}${window}${method === 'GET' ? raw.query : raw.body}`
  const wanted = createHmac('sha256', secret).update(signed).digest()
  const given = Buffer.from(/^[0-9a-f]{64}$/.test(sign) ? sign : '', 'hex')
  return given.length === wanted.length && timingSafeEqual(given, wanted)
    ? null
    : { code: 10004, message: 'Error sign, please check your signature generation algorithm.' }
}
