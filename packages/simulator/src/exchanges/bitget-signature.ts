import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Call, SimulatedKey } from './simulated-exchange.js'

type Refused = { readonly code: string; readonly msg: string }

/** Why a signed call is refused; `null` for a good one. Written from the documentation alone, apart from who signs. */
export function bitgetRefusal({ method, path, raw }: Call, wanted: SimulatedKey, atMs: number): Refused | null {
  const [key, sign, sentAt, passphrase] = ['key', 'sign', 'timestamp', 'passphrase'].map((name) =>
    raw.header(`access-${name}`),
  ) as [string, string, string, string]
  if (key === '') return { code: '40001', msg: 'ACCESS_KEY cannot be empty' }
  if (passphrase === '') return { code: '40011', msg: 'ACCESS_PASSPHRASE cannot be empty' }
  if (key !== wanted.key) return { code: '40006', msg: 'Invalid ACCESS_KEY' }
  if (!/^\d{13}$/.test(sentAt)) return { code: '40005', msg: 'Invalid ACCESS_TIMESTAMP' }
  if (Math.abs(Number(sentAt) - atMs) > 30_000) return { code: '40008', msg: 'Request timestamp expired' }
  if (passphrase !== wanted.passphrase) return { code: '40012', msg: 'apikey/password is incorrect' }
  const signed = `${sentAt}${method}${path}${raw.query === '' ? '' : `?${raw.query}`}${raw.body}`
  const right = createHmac('sha256', wanted.secret).update(signed).digest()
  const given = Buffer.from(sign, 'base64')
  return given.length === right.length && timingSafeEqual(given, right)
    ? null
    : { code: '40009', msg: 'sign signature error' }
}
