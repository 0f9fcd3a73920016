declare const digestBrand: unique symbol
/** Stored form of a password: a salted, slow hash with its parameters. */
export type PasswordDigest = string & { readonly [digestBrand]: true }

/** Credentials of an account's holder. An account that an operator made only for API keys has none. */
export type StoredLogin = {
  readonly accountId: string
  /** In lower case. */
  readonly email: string
  readonly password: PasswordDigest
  readonly isAdmin: boolean
}
