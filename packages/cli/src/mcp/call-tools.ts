import {
  type AskedCaller,
  answerTool,
  type CallEndpoint,
  type CallTool,
  explainRefusal,
  type Tool,
  type ToolAnswer,
  toolNamed,
  unknownTool,
} from '@p2p-rates/contract'
import { cleanText } from '@p2p-rates/contract/words'
import type { P2P } from '@p2p-rates/sdk'
import { version } from '../help-page.js'

export const callToolHere = (p2p: P2P, profile: AskedCaller = {}): CallTool =>
  inWords(async (tool, given) => {
    let isSimulated = false
    const ask: CallEndpoint = async <Answer>({ path }: { readonly path: string }, query: object) => {
      const { data, simulated } = await p2p.request<Answer>('GET', path as `/${string}`, { query }).withResponse()
      isSimulated ||= simulated
      return data
    }
    const outcome = await answerTool(tool, given, { ask, isSimulated: () => isSimulated, profile })
    return 'problem' in outcome ? explainRefusal(outcome.problem) : { text: outcome.answer, isError: false }
  })

/** The tools of a server, where each call is one request of the key's plan. */
export const callToolOnServer = (p2p: P2P, profile: AskedCaller = {}): CallTool =>
  inWords(async ({ name }, given) => {
    const params = { name, arguments: given ?? {}, _meta: envelope }
    const { result } = await p2p.request<McpReply>('POST', '/mcp', {
      query: profile,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      headers: { ...ofProtocol, 'Mcp-Method': 'tools/call', 'Mcp-Name': name },
    })
    const text = result?.content?.[0]?.text
    if (typeof text !== 'string')
      return explainRefusal({ code: 'malformed_answer', message: 'The answer of the server cannot be read.' })
    const lines = text.slice(0, longestText).split('\n').map(cleanText)
    return { text: lines.join('\n'), isError: result?.isError === true }
  })

/** Fields in use. All are unchecked, because they come from any server. */
type McpReply = {
  readonly result?: { readonly content?: readonly { readonly text?: unknown }[]; readonly isError?: unknown }
}

const longestText = 20_000

const protocol = '2026-07-28'
const ofProtocol = { Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': protocol }
/** Client metadata of every message, because this version of the protocol has no handshake. */
const envelope = {
  'io.modelcontextprotocol/protocolVersion': protocol,
  'io.modelcontextprotocol/clientInfo': { name: 'p2p-cli', version },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** Turn client errors into answers as well. They are recognized by their shape. */
function inWords(call: (tool: Tool, given: unknown) => Promise<ToolAnswer>): CallTool {
  return async (name, given) => {
    const tool = toolNamed(name)
    if (tool === null) return explainRefusal(unknownTool(name))
    try {
      return await call(tool, given)
    } catch (error) {
      const { code, message, param, retryAfter, status } = error as Partial<Record<string, unknown>>
      const retryAfterSeconds = typeof retryAfter === 'number' ? retryAfter : null
      if (typeof code !== 'string' || typeof message !== 'string') throw error
      if (status === 404)
        return explainRefusal({ code, message: 'This server has no tools: it is older than this program.' })
      // Later sentences of the message are for programmers.
      return explainRefusal({
        code,
        message: code === 'needs_server' ? `${message.split('. ', 1)}.` : message,
        ...(typeof param === 'string' ? { param } : {}),
        retryAfterSeconds,
      })
    }
  }
}
