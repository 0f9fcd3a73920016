import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pass } from 'node:timers/promises'
import type { PlanName } from '@p2p-rates/contract'
import { Agent, type Dispatcher, request } from 'undici'
import type { ApiCall } from '../harness/api-call.js'
import { monoMs } from '../harness/wait.js'
import type { Cluster } from './cluster.js'
import type { ClusterServer } from './cluster-server.js'

/** Accounts with one key each, written as the commands write them: those take half a second each. */
export async function addClients(cluster: Pick<Cluster, 'sql'>, plans: readonly PlanName[]) {
  const clients = plans.map((plan) => {
    const name = randomBytes(12).toString('hex')
    return { accountId: `acc_${name}`, keyId: `key_${name}`, key: `p2p_${randomBytes(19).toString('hex')}`, plan }
  })
  const nowMs = Date.now()
  const accounts = clients.map(({ accountId, plan }) => `('${accountId}', 'Proof', '${plan}', ${nowMs}, 'proof')`)
  const keys = clients.map(
    ({ keyId, accountId, key }) => `('${keyId}', '${accountId}', '${digestOf(key)}', '${key.slice(0, 12)}', ${nowMs})`,
  )
  await cluster.sql(
    `INSERT INTO account (id, name, plan, created_at, search) VALUES ${accounts.join(', ')};
     INSERT INTO api_key (id, account_id, digest, prefix, created_at) VALUES ${keys.join(', ')}`,
  )
  return clients
}

export type Client = Awaited<ReturnType<typeof addClients>>[number]

const digestOf = (key: string): string => createHash('sha256').update(key).digest('hex')

export type TimedResponse = {
  readonly server: string
  readonly startMs: number
  /** Time of the answer; infinity if none came, so the effect is unknown. */
  readonly endMs: number
  readonly status: number | null
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** Send each request once and wait up to 2 minutes, because a paused server may still answer. */
export function openClusterRequests() {
  const agent = new Agent({ headersTimeout: 120_000, bodyTimeout: 120_000 })

  const once = async (
    server: ClusterServer,
    path: string,
    wish: { readonly method: Dispatcher.HttpMethod; readonly headers: Headers; readonly body?: string },
  ): Promise<TimedResponse> => {
    const startMs = monoMs()
    try {
      const answer = await request(`${server.url()}/api/v1${path}`, { dispatcher: agent, ...wish })
      const text = await answer.body.text()
      const { statusCode: status, headers } = answer
      return { server: server.name, startMs, endMs: monoMs(), text, status, headers }
    } catch {
      return { server: server.name, startMs, endMs: Number.POSITIVE_INFINITY, status: null, headers: {}, text: '' }
    }
  }
  return {
    ask: (server: ClusterServer, path: string, key: string, headers: Headers = {}) =>
      once(server, path, { method: 'GET', headers: { 'X-API-Key': key, ...headers } }),
    send: (server: ClusterServer, path: string, key: string, { name, body }: { name: string; body: unknown }) =>
      once(server, path, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json', 'Idempotency-Key': name },
        body: JSON.stringify(body),
      }),
    close: () => agent.destroy(),
  }
}

type Headers = Readonly<Record<string, string>>

export const listeningServers = ({ servers }: Pick<Cluster, 'servers'>): readonly ClusterServer[] =>
  servers.filter((server) => server.isListening())

export const requestAny =
  (cluster: Pick<Cluster, 'servers'>, ask: ReturnType<typeof openClusterRequests>['ask'], key: string): ApiCall =>
  async (_, path) => {
    for (;;) {
      const [server] = listeningServers(cluster)
      const answer = server === undefined ? null : await ask(server, path, key)
      if (answer !== null && answer.status !== null) return { ...answer, status: answer.status }
      await pass(50)
    }
  }
