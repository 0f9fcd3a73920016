import { z } from 'zod'
import { defineEndpoint, webPrefix } from '../define-endpoint.js'
import { email, mailLanguage } from './sign-in-and-account-inputs.js'

export const mailReset = defineEndpoint({
  name: 'reset-mails.create',
  method: 'POST',
  root: webPrefix,
  path: '/reset-mails',
  access: { kind: 'visitor' },
  summary: 'Request a password reset by mail',
  description:
    'For servers that send mail (see `registration`). The answer and its timing are the same whether or not an account has the address. At most 5 an hour.',
  body: { email, language: mailLanguage },
  status: 204,
  answer: z.undefined(),
  example: undefined,
  errors: ['mail_refused', 'storage_unavailable'],
})
