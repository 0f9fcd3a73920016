import { z } from 'zod'
import { defineEndpoint, forVisitors, withoutAnswer } from '../../endpoint/define-endpoint.js'
import { ownWords } from '../../endpoint/type-names.js'
import type { Registration, RegistrationMode } from '../../generated/types.js'
import { accountSchema, exampleAccount } from './account.js'
import { linkToken, mailLanguage, newEmail, optional, password } from './sign-in-and-account-inputs.js'

/** `closed`: registration is off. `invite`: registration needs an invite. `open`: every visitor can register. */
export const registrationModes = ['closed', 'invite', 'open'] as const

const answer: z.ZodType<Registration> = z
  .object({
    mode: ownWords('RegistrationMode', registrationModes).meta({
      description: 'closed: no one can register. invite: registration needs an invite. open: anyone can register.',
    }),
    by_mail: z.boolean().meta({
      description: 'True if this server sends mail: registration and password resets then use a mailed link.',
    }),
  })
  .meta({ id: 'Registration' })

export const toRegistrationResponse = (mode: RegistrationMode, byMail: boolean): Registration => ({
  mode,
  by_mail: byMail,
})

export const getRegistration = defineEndpoint({
  ...forVisitors,
  name: 'registration.get',
  method: 'GET',
  path: '/registration',
  summary: 'Registration settings',
  description: 'Returns the settings of the operator for registration.',
  answer,
  example: { mode: 'invite', by_mail: true },
})

export const createAccount = defineEndpoint({
  ...forVisitors,
  name: 'accounts.create',
  method: 'POST',
  path: '/accounts',
  summary: 'Register',
  description:
    'Creates an account and logs in. The plan is the plan of the invite, or Free without an invite. If the server sends mail, this endpoint needs an invite; without an invite, use `registration-mails`. One network can make 10 attempts in 15 minutes, and create 3 accounts without an invite a day. The password must be neither a common password nor the e-mail address.',
  inputType: 'NewAccount',
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

export const createAccountByLink = defineEndpoint({
  ...forVisitors,
  name: 'accounts.create-by-link',
  method: 'POST',
  path: '/accounts/by-link',
  summary: 'Register by a mailed link',
  description:
    'Creates an account on the Free plan with the link of `registration-mails`, and logs in. The link works once, within 1 hour. One IP network can create at most 3 accounts a day.',
  inputType: 'NewAccountByLink',
  body: {
    token: linkToken('Text after the # of the link.'),
    password: password('New password.'),
  },
  status: 201,
  answer: accountSchema,
  example: exampleAccount,
  errors: ['common_password', 'invalid_link', 'storage_unavailable'],
})

export const mailRegistration = defineEndpoint({
  ...forVisitors,
  name: 'registration-mails.create',
  method: 'POST',
  path: '/registration-mails',
  summary: 'Request a registration link by mail',
  description:
    'Mails a registration link, if the server is open and sends mail (see `registration`). If an account already has the e-mail address, the answer and its timing are the same, but the mail differs. One address can get at most 5 mails an hour, and one network can request at most 5.',
  body: { email: newEmail, language: mailLanguage },
  ...withoutAnswer,
  errors: ['registration_closed', 'mail_refused', 'storage_unavailable'],
})
