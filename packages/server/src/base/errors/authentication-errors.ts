import { answerHeaders, apiKeyHeader } from '@p2p-rates/contract'
import { ApiError } from './api-error.js'

const challenge = [answerHeaders.authenticate.name, 'Bearer']

export const missingKey = () =>
  new ApiError(
    { code: 'missing_key', message: `Send your API key in the ${apiKeyHeader} header or as a bearer token.` },
    challenge,
  )

export const invalidKey = () =>
  new ApiError({ code: 'invalid_key', message: 'The API key is invalid or revoked.' }, challenge)

/** Same error for an unknown address and a wrong password, so that it does not reveal accounts. */
export const wrongLogin = () =>
  new ApiError({ code: 'wrong_login', message: 'The e-mail address or the password is wrong.' }, challenge)

/** Sent only after a correct password. */
export const codeRequired = () =>
  new ApiError({ code: 'code_required', message: 'This account needs a code of its second factor, too.' }, challenge)

export const wrongCode = () =>
  new ApiError(
    { code: 'wrong_code', message: 'This code is wrong, or was used before. Wait for the next one.' },
    challenge,
  )

export const noSession = () =>
  new ApiError({ code: 'invalid_key', message: 'Log in first: there is no session, or it has ended.' }, challenge)
