import type { IncomingMessage } from 'node:http'
import type { Caller } from '../accounts/caller.js'
import type { FailedAttempts } from '../accounts/failed-attempts.js'
import type { KeyDirectory } from '../accounts/key-directory.js'
import { digestOf, isWellFormedKey } from '../accounts/key-format.js'
import { readCredential } from './credentials.js'
import { ApiError } from './reply.js'

/** Finds out who asks. Malformed, unknown and revoked keys cannot be told apart from outside. */
export interface Doorman {
  /** Without waiting: the caller, or null when only `admit` can tell. */
  recognise(request: IncomingMessage): Caller | null
  admit(request: IncomingMessage): Promise<Caller>
}

const challenge = ['WWW-Authenticate', 'Bearer']

export const createDoorman = (ports: {
  directory: KeyDirectory
  failedAttempts: FailedAttempts
  addressOf: (request: IncomingMessage) => string
}): Doorman => {
  const { directory, failedAttempts, addressOf } = ports
  return {
    recognise: (request) => {
      const key = readCredential(request.headers)
      if (key === null || failedAttempts.blockedFor(addressOf(request)) !== null) return null
      return directory.cached(digestOf(key)) ?? null
    },
    admit: async (request) => {
      const address = addressOf(request)
      const key = readCredential(request.headers)
      const digest = key === null ? null : digestOf(key)
      const known = digest === null ? null : directory.cached(digest)
      const wait = failedAttempts.blockedFor(address)
      if (wait !== null)
        throw new ApiError(
          { code: 'rate_limited', message: 'Too many requests with a wrong key came from this address.' },
          ['Retry-After', String(wait)],
        )
      if (key === null || digest === null)
        throw new ApiError(
          { code: 'missing_key', message: 'Send your API key in the X-API-Key header or as a bearer token.' },
          challenge,
        )
      const caller = known === undefined && isWellFormedKey(key) ? await directory.load(digest) : known
      if (caller !== null && caller !== undefined) return caller
      failedAttempts.record(address)
      throw new ApiError({ code: 'invalid_key', message: 'The API key is invalid or revoked.' }, challenge)
    },
  }
}
