import { z } from 'zod'
import { defineEndpoint, webPrefix } from '../define-endpoint.js'
import { email, mailLanguage } from './person-inputs.js'

export const mailReset = defineEndpoint({
  name: 'reset-mails.create',
  method: 'POST',
  root: webPrefix,
  path: '/reset-mails',
  access: { kind: 'visitor' },
  summary: 'Have a link for a new password mailed',
  description:
    'Where the operator has set up mail; `registration` says so. Answers the same, and as fast, whether anybody logs in with the address. Five an hour.',
  body: { email, language: mailLanguage },
  status: 204,
  answer: z.undefined(),
  example: undefined,
  errors: ['mail_refused', 'storage_unavailable'],
})
