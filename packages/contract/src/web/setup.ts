import { z } from 'zod'
import { defineEndpoint, webPrefix } from '../define-endpoint.js'
import type { Input } from '../input.js'
import { accountSchema, exampleAccount } from './account.js'
import { email, password } from './person-inputs.js'

const token: Input<string> = {
  schema: z
    .string()
    .min(1)
    .max(128)
    .meta({ description: 'What stands after the # of the link.', examples: ['V3r7c0d3'] }),
  expects: 'what stands after the # of the link',
}

export const setUp = defineEndpoint({
  name: 'setup.create',
  method: 'POST',
  root: webPrefix,
  path: '/setup',
  access: { kind: 'visitor' },
  summary: 'Become the admin',
  description:
    'Makes the first admin of this server and logs them in. Takes the link that `p2p-server setup-link` prints: for 15 minutes, once.',
  body: { token, email, password: password('The password from now on.') },
  status: 201,
  answer: accountSchema,
  example: { ...exampleAccount, is_admin: true },
  errors: ['invalid_link', 'email_taken', 'storage_unavailable'],
})
