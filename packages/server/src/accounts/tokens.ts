import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Clock } from '../base/time/clock.js'
import type { ApiKey, KeyDigest } from './account-and-key-store.js'
import { base32 } from './totp.js'

declare const digestOfSecret: unique symbol
/** SHA-256 of a secret, lower-case hex. Secrets cannot be guessed, so a plain digest is as good as a slow one. */
export type SecretDigest<Kind extends string> = string & { readonly [digestOfSecret]: Kind }
export type SessionDigest = SecretDigest<'session'>
export type LinkDigest = SecretDigest<'link'>
export type RecoveryDigest = SecretDigest<'recovery code'>

const digestSecret = <Kind extends string>(secret: string) => hash('sha256', secret) as SecretDigest<Kind>

export const digestOf = (key: string): KeyDigest => digestSecret(key)
export const linkDigestOf = (token: string): LinkDigest => digestSecret(token)
export const sessionDigestOf = (token: string): SessionDigest => digestSecret(token)
export const recoveryDigestOf = (code: string): RecoveryDigest => digestSecret(plainCode(code))

/** 256 random bits, for a link or the cookie of a session. */
export const makeToken = (): string => randomBytes(32).toString('base64url')

/** URL with the secret after the #, because browsers don't send that part. */
export const linkTo = (page: 'setup' | 'join' | 'reset' | 'login', token: string, publicUrl: string): string =>
  `${publicUrl}/${page}#${token}`

/** 160 random bits, as RFC 4226 recommends. */
export const makeFactorSecret = (): string => base32(randomBytes(20))

const recoveryCount = 10

/** 80 random bits each, so that a plain digest is as good as a slow one. */
export const makeRecoveryCodes = (): readonly string[] =>
  Array.from({ length: recoveryCount }, () => (base32(randomBytes(10)).match(/.{4}/g) ?? []).join('-'))

export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const tag = 'p2p_'
const randomLength = 32
const checksumLength = 6

/** A fresh key: `p2p_`, 32 random base62 characters and a checksum, by which scanners for leaked keys know one when they see it. The server never asks: a wrong key is a wrong key. */
export function makeKey(): string {
  const body = tag + randomText(randomLength)
  return body + checksum(body)
}

export const prefixOf = (key: string): string => key.slice(0, 12)

/** Each byte below 248 gives one character without bias; the rest are thrown away. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length)
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += alphabet[byte % 62]
  return text
}

function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let digit = 0; digit < checksumLength; digit++) {
    text = alphabet[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}

export type NewKey = {
  /** The key itself, which is not stored. */
  readonly key: string
  readonly record: ApiKey
}

export const maxLiveKeys = 5

export function newKey(accountId: string, label: string | null, createdAtMs: number): NewKey {
  const key = makeKey()
  const id = `key_${randomText(16)}`
  const record = { id, accountId, digest: digestOf(key), prefix: prefixOf(key), label, createdAtMs, revokedAtMs: null }
  return { key, record }
}

/** Encrypts text so that only this server and its replicas can read it. */
export type TextBox = {
  seal(text: string, boundTo: string): Uint8Array
  open(sealed: Uint8Array, boundTo: string): string
  canOpen(sealed: Uint8Array, boundTo: string): boolean
}

/** A mailed link begins an account within 1 hour. */
const joinLinkMs = 3_600_000
const boundTo = 'an offered account'

/** The link itself carries the address and its expiry, sealed. The server stores nothing about unregistered people. */
export function createRegistrationTokens({ secretBox, clock }: { secretBox: TextBox; clock: Clock }) {
  return {
    issueToken: (email: string): string => {
      const text = `${clock.wallMs() + joinLinkMs} ${email}`
      return `${mark}${Buffer.from(secretBox.seal(text, boundTo)).toString('base64url')}`
    },
    /** The address that was proven, or null for a link that is too old or not ours. */
    readToken: (token: string): string | null => {
      if (!token.startsWith(mark)) return null
      const sealed = Buffer.from(token.slice(mark.length), 'base64url')
      if (!secretBox.canOpen(sealed, boundTo)) return null
      const [endsAtMs, email = ''] = secretBox.open(sealed, boundTo).split(' ')
      return clock.wallMs() < Number(endsAtMs) ? email : null
    },
  }
}

/** Shows the page that the link is no invite. */
const mark = 'mail.'
