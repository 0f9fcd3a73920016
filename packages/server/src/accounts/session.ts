import { hash, randomBytes } from 'node:crypto'

declare const tokenBrand: unique symbol
/** Secret that the browser holds: 256 random bits. The server stores only a digest. */
export type SessionToken = string & { readonly [tokenBrand]: true }

declare const digestBrand: unique symbol
export type SessionDigest = string & { readonly [digestBrand]: true }

export type Session = {
  readonly digest: SessionDigest
  readonly accountId: string
  readonly createdAtMs: number
  /** Noted once an hour. */
  readonly usedAtMs: number
  readonly endsAtMs: number
  /** The network it was begun from; empty for sessions of earlier releases. */
  readonly network: string
}

/** The newest sessions of an account. One more ends the oldest: each is a browser in which a person has logged in. */
export const mostSessions = 10

export const makeSessionToken = (): SessionToken => randomBytes(32).toString('base64url') as SessionToken

/** A token cannot be guessed, so a plain digest is as good as a slow one. */
export const sessionDigestOf = (token: string): SessionDigest => hash('sha256', token) as SessionDigest

/** The name of a session on pages: too short a part of the digest to guess the rest. */
export const sessionIdOf = ({ digest }: Pick<Session, 'digest'>): string => `ses_${digest.slice(0, 16)}`
