declare const digestBrand: unique symbol
/** A password as it is kept: salted, slow to make, with what was used to make it. */
export type PasswordDigest = string & { readonly [digestBrand]: true }

/** How the holder of an account logs in. An account that an operator made for its keys alone has none. */
export type Login = {
  readonly accountId: string
  /** In lower case. */
  readonly email: string
  readonly password: PasswordDigest
  readonly isAdmin: boolean
}
