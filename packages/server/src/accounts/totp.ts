import { createHmac, timingSafeEqual } from 'node:crypto'

/** One-time passwords by time (RFC 6238): SHA-1, 30 seconds, 6 digits, which each authenticator app knows. */

const stepMs = 30_000
const digits = 6

/** A code of the step before and the step after is accepted, because clocks differ. */
const driftSteps = 1

/** The step whose code this is, or null. Steps up to `usedStep` are over. */
export function matchingStep(secret: Uint8Array, code: string, nowMs: number, usedStep: number): number | null {
  const now = stepOf(nowMs)
  let found: number | null = null
  for (let step = now - driftSteps; step <= now + driftSteps; step++)
    if (isSame(codeAt(secret, step), code) && step > usedStep) found = step
  return found
}

/** The code of a time step (RFC 4226, with the step as counter). */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export const stepOf = (nowMs: number): number => Math.floor(nowMs / stepMs)

const isSame = (code: string, typed: string): boolean =>
  code.length === typed.length && timingSafeEqual(Buffer.from(code), Buffer.from(typed))

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding: five bits a letter. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

export function bytesOfBase32(text: string): Uint8Array | null {
  if (!/^[A-Z2-7]+$/.test(text)) return null
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}
