import { hash, randomBytes } from 'node:crypto'

declare const digestBrand: unique symbol
export type LinkDigest = string & { readonly [digestBrand]: true }

export const linkPurposes = ['reset', 'login'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

export type OneTimeLink = {
  readonly digest: LinkDigest
  readonly purpose: LinkPurpose
  readonly accountId: string
  readonly endsAtMs: number
}

/** 256 random bits. They are in the link and nowhere else. */
export const makeLinkToken = (): string => randomBytes(32).toString('base64url')

/** A token cannot be guessed, so a plain digest is as good as a slow one. */
export const linkDigestOf = (token: string): LinkDigest => hash('sha256', token) as LinkDigest

/** URL with the secret after the #, because browsers don't send that part. */
export const linkTo = (page: 'setup' | 'join' | 'reset' | 'login', token: string, publicUrl: string): string =>
  `${publicUrl}/${page}#${token}`
