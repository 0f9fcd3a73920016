import type { IncomingHttpHeaders } from 'node:http'
import type * as Sdk from '@modelcontextprotocol/server'
import { type CallTool, listedTools, toolInstructions } from '@p2p-rates/contract'
import type { Protocol } from '../http/mcp-routes.js'
import { version } from '../version.js'

/**
 * The Model Context Protocol over streamable HTTP, as it is since 2026 and as it was before. No message needs another
 * one, so any server may answer it. What speaks it is large, and loaded with the first message.
 */
export function createProtocol(): Protocol {
  let loaded: Promise<typeof Sdk> | null = null
  return {
    answer: async (headers, message, call) => {
      loaded ??= import('@modelcontextprotocol/server')
      const sdk = await loaded
      const handler = sdk.createMcpHandler(() => toolServer(sdk, call), { maxSubscriptions: 0 })
      // The body was read before. This one is there because a request to send one has it.
      const request = new Request('http://mcp.invalid/', { method: 'POST', headers: headersOf(headers), body: '{}' })
      const response = await handler.fetch(request, { parsedBody: message })
      const text = await response.text()
      return { status: response.status, type: text === '' ? null : response.headers.get('Content-Type'), text }
    },
  }
}

/** One for each message. The SDK's more comfortable kind takes ten times as long to make. */
function toolServer(sdk: typeof Sdk, call: CallTool): Sdk.Server {
  const server = new sdk.Server(
    { name: 'p2p-rates', version },
    { capabilities: { tools: {} }, instructions: toolInstructions, jsonSchemaValidator: asksNothing },
  )
  server.setRequestHandler('tools/list', async () => ({ tools: listedTools }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const { text, isError } = await call(params.name, params.arguments)
    return { content: [{ type: 'text', text }], ...(isError ? { isError } : {}) }
  })
  return server
}

/** What clients would answer to questions of ours: there are none. A validator of its own would cost two milliseconds. */
const asksNothing: Sdk.jsonSchemaValidator = {
  getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'nothing was asked' }),
}

/** What the protocol reads. The key, above all, is nobody's business from here on. */
const headersOf = (headers: IncomingHttpHeaders): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    value !== undefined && /^(accept|content-type|mcp-.+)$/.test(name) ? [[name, String(value)]] : [],
  )
