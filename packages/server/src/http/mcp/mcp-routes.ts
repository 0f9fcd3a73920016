import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type * as Sdk from '@modelcontextprotocol/server'
import {
  type Arguments,
  allTools,
  answerHeaders,
  answerTool,
  type CallEndpoint,
  type CallTool,
  type Endpoint,
  explainRefusal,
  listedTools,
  mcp,
  type Tool,
  type ToolAnswer,
  toolInstructions,
  unknownTool,
} from '@p2p-rates/contract'
import type { Actor } from '../../accounts/actor.js'
import { ApiError } from '../../base/errors/api-error.js'
import { version } from '../../base/version.js'
import type { Authenticator } from '../authenticator.js'
import type { HttpContext } from '../http-context.js'
import type { QueryEvaluator } from '../query-evaluator.js'
import { readJsonBody } from '../read-body.js'
import { contentHeaders, type Reply } from '../reply.js'
import type { RequestPipeline } from '../request-pipeline.js'
import type { RouteHandler } from '../route-handler.js'

/** Endpoint for AI assistants: a tool call counts as one request of its caller and uses the endpoints' own answers. */
export type McpRoutes = (request: IncomingMessage, search: string, requestId: string) => Promise<Reply>

export function createMcpRoutes(ports: {
  readonly context: Pick<HttpContext, 'isSimulated'>
  readonly implementations: readonly RouteHandler[]
  readonly authenticator: Pick<Authenticator, 'authenticate'>
  readonly pipeline: RequestPipeline
  readonly queryEvaluator: QueryEvaluator
}): McpRoutes {
  const { authenticator, pipeline, queryEvaluator } = ports
  const { isSimulated } = ports.context
  const byName = new Map(ports.implementations.map((one) => [one.endpoint.name, one]))

  /** With the caller's plan and limits. The tool call has been counted already, so these calls don't count. */
  const createEndpointCaller =
    (actor: Actor): CallEndpoint =>
    async (endpoint, query) => {
      const implementation = byName.get(endpoint.name)
      if (implementation === undefined) throw new Error(`a tool uses an unknown endpoint: ${endpoint.name}`)
      const asked = { implementation, actor, params: {}, search: searchOf(query) }
      const { body } = await queryEvaluator.evaluateQuery(asked, queryEvaluator.question(asked), {}, 0)
      // Safe to parse: this endpoint's own handler produced the body.
      return JSON.parse(String(body))
    }

  const toolHandler = (tool: Tool, given: unknown): RouteHandler => ({
    endpoint: endpointOf(tool),
    handle: async ({ actor, query: profile }) => {
      const toolResult = await answerTool(tool, given, {
        ask: createEndpointCaller(actor),
        isSimulated,
        profile,
      })
      if ('problem' in toolResult) throw new ApiError(toolResult.problem)
      return { text: toolResult.answer, type: 'text/plain; charset=utf-8' }
    },
  })

  return async (request, search, requestId) => {
    const asked = {
      actor: await authenticator.authenticate(request, mcp.access),
      params: {},
      search,
      request,
      requestId,
    }
    const message = await readJsonBody(request)
    const counted: Reply[] = []
    const frame = () =>
      handleMessage(request.headers, message, async (name, given) => {
        const tool = tools.get(name)
        if (tool === undefined) return explainRefusal(unknownTool(name))
        const reply = await pipeline({ ...asked, implementation: toolHandler(tool, given) })
        counted.push(reply)
        return toToolAnswer(reply)
      })

    const early = isCall(message) ? await frame() : null
    if (early !== null && counted[0] !== undefined) return withMcpBody(counted[0], early)

    // Any message that is not a tool call takes one request of the minute before it is processed.
    const framed: McpResponse[] = []
    const handleOther = async () => {
      framed.push(early ?? (await frame()))
      return { nothing: true } as const
    }
    const reply = await pipeline({
      ...asked,
      implementation: { endpoint: mcp, handle: handleOther, charge: 'request' },
    })
    return framed[0] === undefined ? reply : withMcpBody(reply, framed[0])
  }
}

const tools = new Map(allTools.map((tool) => [tool.name, tool]))

/** Each tool has its own name in usage. It is free of the quota if every endpoint that it calls is. */
const endpointOf = ({ name, endpoints }: Tool): Endpoint => ({
  ...mcp,
  name: `${mcp.name}.${name}`,
  carriesPrices: endpoints.some(({ carriesPrices }) => carriesPrices),
  quotaFree: endpoints.every(({ quotaFree }) => quotaFree),
})

const isCall = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'method' in message && message.method === 'tools/call'

function searchOf(query: Arguments): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value)
  return search.toString()
}

/** Turns an error into text, because models read results, not HTTP statuses. */
function toToolAnswer({ body, problem, headers }: Reply): ToolAnswer {
  if (problem === undefined) return { text: String(body), isError: false }
  const at = headers.indexOf(answerHeaders.retryAfter.name)
  const retryAfterSeconds = at < 0 ? null : Number(headers[at + 1])
  return explainRefusal({ ...problem, retryAfterSeconds })
}

function withMcpBody(reply: Reply, { status, type, text }: McpResponse): Reply {
  const body = type === null ? null : Buffer.from(text, 'utf8')
  const headers = reply.headers.filter((_, at) => !contentHeaderNames.has(reply.headers[at - (at % 2)] ?? ''))
  if (body !== null && type !== null) headers.push(...contentHeaders(type, body))
  return { ...reply, status, headers, body }
}

const contentHeaderNames: ReadonlySet<string> = new Set([
  'Content-Type',
  'Content-Length',
  answerHeaders.retryAfter.name,
])

type McpResponse = { readonly status: number; readonly type: string | null; readonly text: string }

/** MCP over streamable HTTP, stateless: any replica handles any message. The SDK is large and loaded late. */
async function handleMessage(headers: IncomingHttpHeaders, message: unknown, call: CallTool): Promise<McpResponse> {
  const sdk = await import('@modelcontextprotocol/server')
  const handler = sdk.createMcpHandler(() => toolServer(sdk, call), { maxSubscriptions: 0 })
  // The body was parsed already; `Request` needs some body for POST, so pass a dummy.
  const request = new Request('http://mcp.invalid/', { method: 'POST', headers: headersOf(headers), body: '{}' })
  const response = await handler.fetch(request, { parsedBody: message })
  const text = await response.text()
  return { status: response.status, type: text === '' ? null : response.headers.get('Content-Type'), text }
}

/** One server per message, of the low-level class: the high-level one takes 10 times as long to create. */
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
