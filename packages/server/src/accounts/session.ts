import { hash, randomBytes } from 'node:crypto'

declare const tokenBrand: unique symbol
/** What a browser holds: 256 random bits. It is nowhere else. */
export type SessionToken = string & { readonly [tokenBrand]: true }

declare const digestBrand: unique symbol
/** What the store knows of a token. */
export type SessionDigest = string & { readonly [digestBrand]: true }

/** Somebody is logged in. */
export type Session = {
  readonly digest: SessionDigest
  readonly accountId: string
  readonly createdAtMs: number
  readonly endsAtMs: number
}

/** The newest sessions of an account. One more ends the oldest: each is a browser in which a person has logged in. */
export const mostSessions = 10

export const makeSessionToken = (): SessionToken => randomBytes(32).toString('base64url') as SessionToken

/** A token cannot be guessed, so a plain digest is as good as a slow one. */
export const sessionDigestOf = (token: string): SessionDigest => hash('sha256', token) as SessionDigest
