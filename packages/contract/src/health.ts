import { z } from 'zod'
import { defineEndpoint } from './endpoint.js'

/** Answers without a key and without details, for probes. */
export type Health = { readonly status: 'ok' }

const answer: z.ZodType<Health> = z.object({ status: z.literal('ok') }).meta({ id: 'Health' })

export const livez = defineEndpoint({
  name: 'livez',
  method: 'GET',
  path: '/livez',
  plan: null,
  summary: 'Is the process alive?',
  description: 'Answers as long as the process can answer at all.',
  answer,
  example: { status: 'ok' },
})

export const readyz = defineEndpoint({
  name: 'readyz',
  method: 'GET',
  path: '/readyz',
  plan: null,
  summary: 'Can it serve?',
  description:
    'Answers 200 when the storage is writable and there is some fresh data. Does not depend on any one exchange.',
  answer,
  example: { status: 'ok' },
  errors: ['data_unavailable', 'storage_unavailable'],
})
