import { z } from 'zod'
import { defineEndpoint, webPrefix } from '../define-endpoint.js'
import type { Input } from '../input.js'
import { accessSchema, exampleAccess } from './granted-access.js'
import { linkToken, optional, password } from './sign-in-and-account-inputs.js'

const keepAccess: Input<boolean> = {
  schema: z.boolean().meta({ description: 'If true, keys, webhooks and inboxes are kept.' }),
  expects: 'true or false',
}

export const previewReset = defineEndpoint({
  name: 'password-resets.preview',
  method: 'POST',
  root: webPrefix,
  path: '/password-resets/preview',
  access: { kind: 'visitor' },
  summary: 'Preview a password reset',
  description:
    'Returns the number of keys, webhooks and inboxes that a reset deletes unless they are kept. The link stays valid.',
  body: { token: linkToken('Text after the # of the link.') },
  answer: accessSchema,
  example: exampleAccess,
  errors: ['invalid_link'],
})

export const resetPassword = defineEndpoint({
  name: 'password-resets.create',
  method: 'POST',
  root: webPrefix,
  path: '/password-resets',
  access: { kind: 'visitor' },
  summary: 'Set a new password by a link',
  description:
    'Accepts a link from `p2p-server reset-link`, an admin or `reset-mails`, once, within 1 hour. Ends all sessions, and deletes all keys, webhooks and inboxes unless `keep_access` is true. The second factor stays. Common passwords and the address itself are rejected.',
  body: {
    token: linkToken('Text after the # of the link.'),
    new_password: password('New password.'),
    keep_access: optional(keepAccess),
  },
  status: 204,
  answer: z.undefined(),
  example: undefined,
  errors: ['common_password', 'invalid_link', 'storage_unavailable'],
})
