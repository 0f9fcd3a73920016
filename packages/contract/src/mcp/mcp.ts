import { z } from 'zod'
import { callerInputs } from '../endpoint/caller-inputs.js'
import { defineEndpoint } from '../endpoint/define-endpoint.js'

/**
 * Endpoint for assistants, which speak MCP. That protocol describes itself, so no API document lists this endpoint.
 * Every tool call counts as one request. The address carries the profile, because tools have no room for it.
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
  query: callerInputs,
  answer: z.unknown(),
  example: {},
})
