import { z } from 'zod'
import { defineEndpoint } from '../../endpoint/define-endpoint.js'
import type { OpenApiDocument } from '../../generated/types.js'

export const openapi = defineEndpoint({
  name: 'openapi',
  method: 'GET',
  path: '/openapi.json',
  access: { kind: 'key', plan: 'Free' },
  summary: 'This document',
  description:
    'The OpenAPI 3.1 description of the whole interface, generated from the schemas that the service enforces.',
  answer: z
    .looseObject({ openapi: z.string().meta({ examples: ['3.1.1'] }) })
    .meta({ id: 'OpenApiDocument' }) satisfies z.ZodType<OpenApiDocument>,
  example: { openapi: '3.1.1', info: { title: 'P2P rates', version: '1' }, paths: {} },
  cacheable: true,
})
