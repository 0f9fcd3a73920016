import { z } from 'zod'
import { defineEndpoint } from '../define-endpoint.js'

/**
 * Where assistants send their messages, which have a protocol of their own: it describes itself, so this endpoint stands
 * in no document. Every call of a tool is one request.
 */
export const mcp = defineEndpoint({
  name: 'mcp',
  method: 'POST',
  root: '',
  path: '/mcp',
  access: { kind: 'key', plan: 'Free', isOwnOrigin: true },
  summary: 'Tools for assistants',
  description: 'The Model Context Protocol over streamable HTTP, without sessions.',
  quotaFree: true,
  answer: z.unknown(),
  example: {},
})
