import { z } from 'zod'
import { defineEndpoint } from '../endpoint/define-endpoint.js'

/**
 * Endpoint for assistants, which speak MCP. That protocol describes itself, so no API document lists this endpoint.
 * Every tool call counts as one request.
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
