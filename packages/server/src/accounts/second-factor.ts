import { hash, randomBytes } from 'node:crypto'
import { base32 } from './totp.js'

declare const digestBrand: unique symbol
export type RecoveryDigest = string & { readonly [digestBrand]: true }

export type SecondFactor = {
  readonly accountId: string
  /** Sealed with the master key, bound to the id of the account. */
  readonly sealedSecret: Uint8Array
  /** The newest time step whose code was accepted. Codes up to it are refused, so each works once. */
  readonly usedStep: number
  readonly recovery: readonly RecoveryDigest[]
  readonly createdAtMs: number
}

export type FactorSecretBox = {
  seal(secret: string, accountId: string): Uint8Array
  open(sealed: Uint8Array, accountId: string): string
  canOpen(sealed: Uint8Array, accountId: string): boolean
}

/** 160 random bits, as RFC 4226 recommends. */
export const makeFactorSecret = (): string => base32(randomBytes(20))

const recoveryCount = 10

/** 80 random bits each, so that a plain digest is as good as a slow one. */
export const makeRecoveryCodes = (): readonly string[] =>
  Array.from({ length: recoveryCount }, () => (base32(randomBytes(10)).match(/.{4}/g) ?? []).join('-'))

export const recoveryDigestOf = (code: string): RecoveryDigest => hash('sha256', plainCode(code)) as RecoveryDigest

export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()
