import { type jsonSchemaValidator, Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { type CallTool, listedTools, toolInstructions } from '@p2p-rates/contract'
import { version } from '../help-page.js'

/** Serve tools on standard input and output, in both versions of the protocol, until the parent process hangs up. */
export async function serveTools(call: CallTool): Promise<void> {
  const hungUp = new Promise<void>((done) => {
    for (const event of ['end', 'close'] as const) process.stdin.once(event, () => done())
  })
  const connection = serveStdio(() => toolServer(call))
  await hungUp
  await connection.close()
}

export function toolServer(call: CallTool): Server {
  const server = new Server(
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

/** For answers to questions of ours: there are none. */
const asksNothing: jsonSchemaValidator = {
  getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'nothing was asked' }),
}
