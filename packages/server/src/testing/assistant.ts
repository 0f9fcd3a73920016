import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

export type Era = 'legacy' | 'auto'

/** The official client of the protocol, as assistants have it: of before 2026, or one that tries the newer form first. */
export async function connectAssistant(url: string, key: string, mode: Era = 'auto', profile = '') {
  const client = new Client({ name: 'an assistant', version: '1.0.0' }, { versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(new URL(`/mcp${profile}`, url), {
    requestInit: { headers: { 'X-API-Key': key } },
  })
  await client.connect(transport)
  return {
    client,
    call: async (name: string, given: Record<string, unknown> = {}) => {
      const { content, isError = false } = await client.callTool({ name, arguments: given })
      const [first, ...others] = content
      if (first?.type !== 'text' || others.length > 0) throw new Error(`${name} answers with other than one text`)
      return { text: first.text, isError }
    },
    close: () => client.close(),
  }
}
