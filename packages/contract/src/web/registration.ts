import { z } from 'zod'
import { defineEndpoint, webPrefix } from '../define-endpoint.js'
import { accountSchema, exampleAccount } from './account.js'
import { linkToken, mailLanguage, newEmail, optional, password } from './sign-in-and-account-inputs.js'
import { type Registration, type RegistrationMode, registrationModes } from './sign-in-and-account-shape.js'

const answer: z.ZodType<Registration> = z
  .object({
    mode: z.enum(registrationModes).meta({
      description: 'closed: no registration. invite: with an invite only. open: anyone.',
    }),
    by_mail: z.boolean().meta({
      description: 'True if this server sends mail: registration and password resets then use a mailed link.',
    }),
  })
  .meta({ id: 'Registration' })

export const getRegistration = defineEndpoint({
  name: 'registration.get',
  method: 'GET',
  root: webPrefix,
  path: '/registration',
  access: { kind: 'visitor' },
  summary: 'Registration settings',
  description: 'Returns the settings of the operator.',
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
    'Creates an account and logs in. The plan is Free unless the invite names another. If the server sends mail, this needs an invite; otherwise use `registration-mails`. One network has 10 attempts in 15 minutes and 3 accounts without an invite a day. Common passwords and the address itself are rejected.',
  body: {
    email: newEmail,
    password: password('New password.'),
    invite: optional(linkToken('Text after the # of the invite link.')),
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
  summary: 'Request a registration link by mail',
  description:
    'For open servers that send mail (see `registration`). The answer and its timing are the same whether or not an account has the address; the mail differs. At most 5 an hour.',
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
    'Accepts the link of `registration-mails` once, within 1 hour. Creates the account on the Free plan and logs in. At most 3 accounts a day from one network.',
  body: {
    token: linkToken('Text after the # of the link.'),
    password: password('New password.'),
  },
  status: 201,
  answer: accountSchema,
  example: exampleAccount,
  errors: ['common_password', 'invalid_link', 'storage_unavailable'],
})
