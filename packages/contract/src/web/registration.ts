import { z } from 'zod'
import { defineEndpoint, webPrefix } from '../define-endpoint.js'
import { accountSchema, exampleAccount } from './account.js'
import { linkToken, mailLanguage, newEmail, optional, password } from './person-inputs.js'
import { type Registration, type RegistrationMode, registrationModes } from './person-shape.js'

const answer: z.ZodType<Registration> = z
  .object({
    mode: z.enum(registrationModes).meta({
      description: 'closed: nobody can register. invite: who has an invite. open: everybody.',
    }),
    by_mail: z.boolean().meta({
      description: 'This server sends mail: an account begins with a mailed link, and so does a new password.',
    }),
  })
  .meta({ id: 'Registration' })

export const getRegistration = defineEndpoint({
  name: 'registration.get',
  method: 'GET',
  root: webPrefix,
  path: '/registration',
  access: { kind: 'visitor' },
  summary: 'Who can register',
  description: 'As the operator has set it.',
  answer,
  example: { mode: 'invite', by_mail: true },
})

export const toRegistrationResponse = (mode: RegistrationMode, byMail: boolean): Registration => ({
  mode,
  by_mail: byMail,
})

export const createAccount = defineEndpoint({
  name: 'accounts.create',
  method: 'POST',
  root: webPrefix,
  path: '/accounts',
  access: { kind: 'visitor' },
  summary: 'Register',
  description:
    'Makes an account and logs its holder in. It begins on the Free plan, unless the invite names another. On a server that sends mail only an invite makes one here; ask for a link with `registration-mails`. From one network ten attempts are heard in 15 minutes, and three accounts without an invite are made a day. The commonest passwords and the address itself are refused.',
  body: {
    email: newEmail,
    password: password('The password from now on.'),
    invite: optional(linkToken('What stands after the # of an invite.')),
  },
  status: 201,
  answer: accountSchema,
  example: exampleAccount,
  errors: ['common_password', 'registration_closed', 'invalid_link', 'email_taken', 'storage_unavailable'],
})

export const mailRegistration = defineEndpoint({
  name: 'registration-mails.create',
  method: 'POST',
  root: webPrefix,
  path: '/registration-mails',
  access: { kind: 'visitor' },
  summary: 'Have a link for a new account mailed',
  description:
    'On an open server that sends mail; `registration` says so. Answers the same, and as fast, whether or not an account has the address: the mail says which. Five an hour.',
  body: { email: newEmail, language: mailLanguage },
  status: 204,
  answer: z.undefined(),
  example: undefined,
  errors: ['registration_closed', 'mail_refused', 'storage_unavailable'],
})

export const createAccountByLink = defineEndpoint({
  name: 'accounts.create-by-link',
  method: 'POST',
  root: webPrefix,
  path: '/accounts/by-link',
  access: { kind: 'visitor' },
  summary: 'Register by a mailed link',
  description:
    'Takes the link that `registration-mails` sends: for an hour, once. Makes the account of its address, on the Free plan, and logs its holder in. Three accounts a day are made from one network.',
  body: {
    token: linkToken('What stands after the # of the link.'),
    password: password('The password from now on.'),
  },
  status: 201,
  answer: accountSchema,
  example: exampleAccount,
  errors: ['common_password', 'invalid_link', 'storage_unavailable'],
})
