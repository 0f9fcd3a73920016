import { Agent, request } from 'undici'
import { monoMs } from './mono-ms.js'
import type { Stage } from './stage.js'
import type { StagedServer } from './staged-server.js'

/** What one request met with, by the clock of the machine. */
export type Asked = {
  readonly server: string
  readonly startMs: number
  /** When the answer was there; never where none came, and nobody knows what became of it. */
  readonly endMs: number
  /** Null where no answer came. */
  readonly status: number | null
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

export type Ask = (
  server: StagedServer,
  path: string,
  key: string,
  headers?: Readonly<Record<string, string>>,
) => Promise<Asked>

/** Asks servers, each once, and waits for as long as it takes: who is paused may answer yet. */
export function openAsking(): { readonly ask: Ask; close(): Promise<void> } {
  const agent = new Agent({ headersTimeout: 120_000, bodyTimeout: 120_000 })
  return {
    ask: async (server, path, key, headers = {}) => {
      const startMs = monoMs()
      try {
        const answer = await request(`${server.url()}/api/v1${path}`, {
          dispatcher: agent,
          headers: { 'X-API-Key': key, ...headers },
        })
        const text = await answer.body.text()
        return {
          ...{ server: server.name, startMs, endMs: monoMs(), text },
          status: answer.statusCode,
          headers: answer.headers,
        }
      } catch {
        return { server: server.name, startMs, endMs: Number.POSITIVE_INFINITY, status: null, headers: {}, text: '' }
      }
    },
    close: () => agent.destroy(),
  }
}

export const listening = ({ servers }: Pick<Stage, 'servers'>): readonly StagedServer[] =>
  servers.filter((server) => server.isListening())
