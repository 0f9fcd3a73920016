import { z } from 'zod'
import { defineEndpoint } from '../../endpoint/define-endpoint.js'
import type { Liveness, Readiness } from '../../generated/types.js'

const status = z.literal('ok')
const alive: z.ZodType<Liveness> = z
  .object({ status, version: z.string().meta({ description: 'Version of the server.', examples: ['0.1.0'] }) })
  .meta({ id: 'Liveness' })
const ready: z.ZodType<Readiness> = z.object({ status }).meta({ id: 'Readiness' })

export const livez = defineEndpoint({
  name: 'livez',
  method: 'GET',
  root: '',
  path: '/livez',
  access: { kind: 'public' },
  summary: 'Liveness',
  description: 'Returns 200 while the process can respond.',
  answer: alive,
  example: { status: 'ok', version: '0.1.0' },
})

export const readyz = defineEndpoint({
  name: 'readyz',
  method: 'GET',
  root: '',
  path: '/readyz',
  access: { kind: 'public' },
  summary: 'Readiness',
  description:
    'Answers 200 when the storage is writable and there is some fresh data. Does not depend on any one exchange.',
  answer: ready,
  example: { status: 'ok' },
  errors: ['data_unavailable', 'storage_unavailable'],
})
