import type { z } from 'zod'
import { defineEndpoint, webPrefix } from '../define-endpoint.js'
import { accountObject, exampleAccount } from './account.js'
import { createdKeySchema, exampleCreatedKey } from './key-shape.js'
import { linkToken, newEmail, password } from './person-inputs.js'
import type { NewAdmin } from './person-shape.js'

const answer: z.ZodType<NewAdmin> = accountObject
  .extend({ first_key: createdKeySchema })
  .meta({ id: 'NewAdmin', description: 'The first admin, with a key to begin with.' })

export const setUp = defineEndpoint({
  name: 'setup.create',
  method: 'POST',
  root: webPrefix,
  path: '/setup',
  access: { kind: 'visitor' },
  summary: 'Become the admin',
  description:
    'Makes the first admin of this server, with a key named `first`, and logs them in. The key is in this answer and nowhere else. Takes the link that `p2p-server setup-link` prints, or that the server wrote to the file `setup-link` of its data directory at its start: for 15 minutes, once.',
  body: {
    token: linkToken('What stands after the # of the link.'),
    email: newEmail,
    password: password('The password from now on.'),
  },
  status: 201,
  answer,
  example: { ...exampleAccount, is_admin: true, first_key: { ...exampleCreatedKey, name: 'first' } },
  errors: ['common_password', 'invalid_link', 'email_taken', 'storage_unavailable'],
})
