import { z } from 'zod'
import { defineEndpoint, webPrefix } from '../define-endpoint.js'
import { accountSchema, exampleAccount } from './account.js'
import { email, linkToken, optional, password } from './person-inputs.js'
import { type Registration, type RegistrationMode, registrationModes } from './person-shape.js'

const answer: z.ZodType<Registration> = z
  .object({
    mode: z.enum(registrationModes).meta({
      description: 'closed: nobody can register. invite: who has an invite. open: everybody.',
    }),
    resets_by_mail: z.boolean().meta({ description: 'A forgotten password can be replaced by a link that is mailed.' }),
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
  example: { mode: 'invite', resets_by_mail: true },
})

export const presentRegistration = (mode: RegistrationMode, resetsByMail: boolean): Registration => ({
  mode,
  resets_by_mail: resetsByMail,
})

export const createAccount = defineEndpoint({
  name: 'accounts.create',
  method: 'POST',
  root: webPrefix,
  path: '/accounts',
  access: { kind: 'visitor' },
  summary: 'Register',
  description:
    'Makes an account and logs its holder in. It begins on the Free plan, unless the invite names another. From one network ten attempts are heard in 15 minutes.',
  body: {
    email,
    password: password('The password from now on.'),
    invite: optional(linkToken('What stands after the # of an invite.')),
  },
  status: 201,
  answer: accountSchema,
  example: exampleAccount,
  errors: ['registration_closed', 'invalid_link', 'email_taken', 'storage_unavailable'],
})
