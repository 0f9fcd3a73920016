import type { IncomingHttpHeaders } from 'node:http'
import type * as Sdk from '@modelcontextprotocol/server'
import { type CallTool, listedTools, toolInstructions } from '@p2p-rates/contract'
import { version } from '../../base/version.js'
import type { McpProtocol } from '../mcp-routes.js'

/**
 * MCP over streamable HTTP, in the versions before and since 2026. Stateless: any replica can handle any message. The
 * SDK is large and loaded with the first message.
 */
export function createProtocol(): McpProtocol {
  let loaded: Promise<typeof Sdk> | null = null
  return {
    handleMessage: async (headers, message, call) => {
      loaded ??= import('@modelcontextprotocol/server')
      const sdk = await loaded
      const handler = sdk.createMcpHandler(() => toolServer(sdk, call), { maxSubscriptions: 0 })
      // The body was parsed already; `Request` needs some body for POST, so pass a dummy.
      const request = new Request('http://mcp.invalid/', { method: 'POST', headers: headersOf(headers), body: '{}' })
      const response = await handler.fetch(request, { parsedBody: message })
      const text = await response.text()
      return { status: response.status, type: text === '' ? null : response.headers.get('Content-Type'), text }
    },
  }
}

/**
 * One server per message, of the SDK's low-level class, because the high-level one takes 10 times as long to create.
 */
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

/** A dummy validator, because this server never asks clients anything. A real one would take 2 ms to create. */
const asksNothing: Sdk.jsonSchemaValidator = {
  getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'nothing was asked' }),
}

/** Passes on only headers that MCP reads, so that the API key stays out of the SDK. */
const headersOf = (headers: IncomingHttpHeaders): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    value !== undefined && /^(accept|content-type|mcp-.+)$/.test(name) ? [[name, String(value)]] : [],
  )
