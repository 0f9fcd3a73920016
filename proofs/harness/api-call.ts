import { Agent, request } from 'undici'

export type ApiAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

export type ApiCall = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  options?: { readonly key?: string; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
) => Promise<ApiAnswer>

export const openApi = (url: string): { readonly call: ApiCall; close(): Promise<void> } => {
  const agent = new Agent({ connections: 32, bodyTimeout: 10_000, headersTimeout: 10_000 })
  return {
    call: async (method, path, { key, body, headers } = {}) => {
      const answer = await request(`${url}${withoutPrefix.has(path) ? '' : '/api/v1'}${path}`, {
        dispatcher: agent,
        method,
        headers: {
          ...(key === undefined ? {} : { 'X-API-Key': key }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
    },
    close: () => agent.destroy(),
  }
}

const withoutPrefix = new Set(['/livez', '/readyz'])

export const bodyOf = <Body>(answer: ApiAnswer): Body => JSON.parse(answer.text) as Body
