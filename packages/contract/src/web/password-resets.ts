import { z } from 'zod'
import { defineEndpoint, webPrefix } from '../define-endpoint.js'
import { linkToken, password } from './person-inputs.js'

export const resetPassword = defineEndpoint({
  name: 'password-resets.create',
  method: 'POST',
  root: webPrefix,
  path: '/password-resets',
  access: { kind: 'visitor' },
  summary: 'Set a new password by a link',
  description:
    'Takes the link that `p2p-server reset-link` prints, an admin makes or `reset-mails` sends: for an hour, once. Ends all sessions of the account; its keys go on working.',
  body: {
    token: linkToken('What stands after the # of the link.'),
    new_password: password('The password from now on.'),
  },
  status: 204,
  answer: z.undefined(),
  example: undefined,
  errors: ['invalid_link', 'storage_unavailable'],
})
