import { z } from 'zod'
import { defineEndpoint, webPrefix } from '../../endpoint/define-endpoint.js'
import { email, mailLanguage } from './sign-in-and-account-inputs.js'

export const mailReset = defineEndpoint({
  name: 'reset-mails.create',
  method: 'POST',
  root: webPrefix,
  path: '/reset-mails',
  access: { kind: 'visitor' },
  summary: 'Request a password reset by mail',
  description:
    'Mails a link for a new password, if the server sends mail (see `registration`). If no account has the e-mail address, the answer and its timing are the same. One address can get at most 5 mails an hour, and one network can request at most 5.',
  body: { email, language: mailLanguage },
  status: 204,
  answer: z.undefined(),
  example: undefined,
  errors: ['mail_refused', 'storage_unavailable'],
})
