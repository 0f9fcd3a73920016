import { z } from 'zod'
import { defineEndpoint, forVisitors, withoutAnswer } from '../../endpoint/define-endpoint.js'
import type { Input } from '../../endpoint/input.js'
import { accessSchema, exampleAccess } from './granted-access.js'
import { email, linkToken, mailLanguage, optional, password } from './sign-in-and-account-inputs.js'

const keepAccess: Input<boolean> = {
  schema: z
    .boolean()
    .meta({ description: 'If true, keys, webhooks and inboxes stay; otherwise, the reset deletes them.' }),
  expects: 'true or false',
}

export const previewReset = defineEndpoint({
  ...forVisitors,
  name: 'password-resets.preview',
  method: 'POST',
  path: '/password-resets/preview',
  summary: 'Preview a password reset',
  description:
    'Returns the number of keys, webhooks and inboxes of the account. A reset deletes them unless `keep_access` is true. The link stays valid after this call.',
  body: { token: linkToken('Text after the # of the link.') },
  answer: accessSchema,
  example: exampleAccess,
  errors: ['invalid_link'],
})

export const resetPassword = defineEndpoint({
  ...forVisitors,
  name: 'password-resets.create',
  method: 'POST',
  path: '/password-resets',
  summary: 'Set a new password by a link',
  description:
    'Sets a new password with a link from `p2p-server reset-link`, from an admin or from `reset-mails`. The link works once, within 1 hour. The reset ends all sessions of the account, and deletes all its keys, webhooks and inboxes unless `keep_access` is true. The second factor stays on. The new password must be neither a common password nor the e-mail address.',
  body: {
    token: linkToken('Text after the # of the link.'),
    new_password: password('New password.'),
    keep_access: optional(keepAccess),
  },
  ...withoutAnswer,
  errors: ['common_password', 'invalid_link', 'storage_unavailable'],
})

export const mailReset = defineEndpoint({
  ...forVisitors,
  name: 'reset-mails.create',
  method: 'POST',
  path: '/reset-mails',
  summary: 'Request a password reset by mail',
  description:
    'Mails a link for a new password, if the server sends mail (see `registration`). If no account has the e-mail address, the answer and its timing are the same. One address can get at most 5 mails an hour, and one network can request at most 5.',
  body: { email, language: mailLanguage },
  ...withoutAnswer,
  errors: ['mail_refused', 'storage_unavailable'],
})
