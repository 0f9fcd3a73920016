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
