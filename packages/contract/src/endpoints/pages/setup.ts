import type { z } from 'zod'
import { defineEndpoint, forVisitors } from '../../endpoint/define-endpoint.js'
import type { NewAdmin } from '../../generated/types.js'
import { accountObject, exampleAccount } from './account.js'
import { createdKeySchema, exampleCreatedKey } from './keys.js'
import { linkToken, newEmail, password } from './sign-in-and-account-inputs.js'

const answer: z.ZodType<NewAdmin> = accountObject
  .extend({ first_key: createdKeySchema })
  .meta({ id: 'NewAdmin', description: 'First admin, with a first key.' })

export const setUp = defineEndpoint({
  ...forVisitors,
  name: 'setup.create',
  method: 'POST',
  path: '/setup',
  summary: 'Become the admin',
  description:
    'Creates the first admin of this server and a key named `first`, and logs in. Only this answer contains the key. The endpoint needs the link that `p2p-server setup-link` prints, or the link in the file `setup-link` of the data directory. The link works once, within 15 minutes.',
  inputType: 'SetupFields',
  body: {
    token: linkToken('Text after the # of the link.'),
    email: newEmail,
    password: password('New password.'),
  },
  status: 201,
  answer,
  example: { ...exampleAccount, is_admin: true, first_key: { ...exampleCreatedKey, name: 'first' } },
  errors: ['common_password', 'invalid_link', 'email_taken', 'storage_unavailable'],
})
