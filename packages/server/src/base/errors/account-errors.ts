import { answerHeaders, apiKeyHeader } from '@p2p-rates/contract'
import { ApiError } from './api-error.js'

export const emailTaken = () =>
  new ApiError({ code: 'email_taken', message: 'Another account has this e-mail address.' })

export const invalidLink = (next: string) =>
  new ApiError({ code: 'invalid_link', message: `This link was used, or is too old. ${next}` })

export const registrationClosed = (why: string) => new ApiError({ code: 'registration_closed', message: why })

export const adminRequired = () =>
  new ApiError({ code: 'admin_required', message: 'Only an admin of this server may do this.' })

export const lastAdmin = () =>
  new ApiError({
    code: 'last_admin',
    message: 'This is the only admin of the server. To delete it anyway, use p2p-server accounts delete.',
  })

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
