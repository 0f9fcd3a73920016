import { z } from 'zod'
import { defineEndpoint, webPrefix } from '../define-endpoint.js'
import type { Input } from '../input.js'
import { accessSchema, exampleAccess } from './access.js'
import { linkToken, optional, password } from './person-inputs.js'

const keepAccess: Input<boolean> = {
  schema: z.boolean().meta({ description: 'Keys, webhooks and inboxes go on.' }),
  expects: 'true or false',
}

export const previewReset = defineEndpoint({
  name: 'password-resets.preview',
  method: 'POST',
  root: webPrefix,
  path: '/password-resets/preview',
  access: { kind: 'visitor' },
  summary: 'What a reset ends',
  description:
    'How many keys, webhooks and inboxes end with the old password unless they are kept. The link stays good.',
  body: { token: linkToken('What stands after the # of the link.') },
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
    'Takes the link that `p2p-server reset-link` prints, an admin makes or `reset-mails` sends: for an hour, once. Ends all sessions of the account, and all its keys, webhooks and inboxes, unless `keep_access` is true. The second factor stays as it is. The commonest passwords and the address itself are refused.',
  body: {
    token: linkToken('What stands after the # of the link.'),
    new_password: password('The password from now on.'),
    keep_access: optional(keepAccess),
  },
  status: 204,
  answer: z.undefined(),
  example: undefined,
  errors: ['common_password', 'invalid_link', 'storage_unavailable'],
})
