import { Agent, get } from 'node:http'
import { monoMs } from '../../proofs/harness/mono-ms.js'
import { medianOf, quantileOf } from '../median-time.js'
import type { Cluster, Group } from './cluster.js'

const rounds = 120
/** Each key is used from its own address, because the server limits wrong keys per address. */
const settings = { P2P_PROXY_HOPS: '1', P2P_FIATS: 'UAH' }

/**
 * Delay from the operator's command to the first rejected request on the last server. Compares three servers with one
 * that has its own data.
 */
export async function measureRevocation(cluster: Cluster) {
  const alone = await cluster.startSingleServer({ settings })
  const ofAlone = await revokeAll(alone)
  await alone.close()
  const together = await cluster.startServerGroup(3, { settings })
  const ofTogether = await revokeAll(together)
  await together.close()
  return {
    revocations: rounds,
    revoked_on_the_last_p50_ms: medianOf(ofTogether.refusedMs),
    revoked_on_the_last_p99_ms: quantileOf(ofTogether.refusedMs, 0.99),
    revoked_on_the_last_worst_ms: Math.max(...ofTogether.refusedMs),
    command_said_so_p99_ms: quantileOf(ofTogether.saidMs, 0.99),
    alone_revoked_p99_ms: quantileOf(ofAlone.refusedMs, 0.99),
    served_after_the_command: ofTogether.servedAfter + ofAlone.servedAfter,
  }
}

async function revokeAll({ servers, operator, makeKeys }: Group) {
  const keys = await makeKeys(rounds)
  const agents = servers.map(() => new Agent({ keepAlive: true, maxSockets: 1 }))
  const refusedMs: number[] = []
  const saidMs: number[] = []
  let servedAfter = 0
  try {
    for (const [round, { key, id }] of keys.entries()) {
      const asked = servers.map(({ url }, index) => ({
        agent: agents[index],
        url: `${url}/api/v1/me`,
        headers: { 'X-API-Key': key, 'X-Forwarded-For': `10.1.${round >> 8}.${round & 255}` },
      }))
      // Every server knows it by heart when it ends.
      for (const one of asked) if ((await statusOf(one)) !== 200) throw new Error('a new key is refused')
      const refused = Promise.all(asked.map(untilRefused))
      const calledAtMs = monoMs()
      await operator.revokeKey(id)
      const acted = await operator.acted()
      const actedAtMs = monoMs()
      const ends = await refused
      refusedMs.push(Math.max(...ends.map(({ atMs }) => atMs)) - calledAtMs)
      saidMs.push(actedAtMs - calledAtMs)
      if ((acted?.silent.length ?? 0) === 0 && ends.some(({ lastServedStartMs }) => lastServedStartMs > actedAtMs))
        servedAfter += 1
    }
  } finally {
    for (const agent of agents) agent.destroy()
  }
  return { refusedMs, saidMs, servedAfter }
}

type PolledKey = { readonly url: string; readonly agent: Agent | undefined; readonly headers: Record<string, string> }

/** When the first refusal was here, and when the last request was sent that was still answered. */
async function untilRefused(asked: PolledKey) {
  let lastServedStartMs = Number.NEGATIVE_INFINITY
  for (;;) {
    const startMs = monoMs()
    const status = await statusOf(asked)
    if (status === 401) return { atMs: monoMs(), lastServedStartMs }
    if (status !== 200) throw new Error(`a key was answered with ${status}`)
    lastServedStartMs = startMs
    await new Promise((done) => setTimeout(done, 1))
  }
}

const statusOf = ({ url, agent, headers }: PolledKey): Promise<number> =>
  new Promise((done, fail) => {
    get(url, { ...(agent === undefined ? {} : { agent }), headers }, (answer) => {
      answer.resume().on('end', () => done(answer.statusCode ?? 0))
    }).on('error', fail)
  })
