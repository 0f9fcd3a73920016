import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSqliteStore, startServer } from '@p2p-rates/server/testing'
import { startSimulator } from '@p2p-rates/simulator'
import { freePort } from '../harness/free-port.js'
import { startOwnProcess } from '../harness/own-process.js'
import type { Open } from '../harness/parts.js'
import { makeDataDir } from '../harness/server-process.js'
import { createFaultyCollector, type FaultyCollector, type Flaw } from './faulty-collector.js'

export const remoteExchanges = ['bybit', 'bitget'] as const
const exchanges = ['okx', 'kucoin', ...remoteExchanges] as const

type AgentSetup = {
  readonly seed: number
  readonly flaws?: (url: string) => Readonly<Record<string, Flaw>>
  readonly agents?: readonly string[]
}

export async function openAgentSetup(open: Open, { seed, flaws = () => ({}), agents: names = [] }: AgentSetup) {
  const { root, dataDir } = await open(makeDataDir())
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  // Simulator for the collectors. The server reads the same world, except the exchanges that block it.
  const world = await open(startSimulator({ seed, exchanges: [...remoteExchanges] }))
  const collectors = new Map<string, FaultyCollector>()
  const agents: AgentProcess[] = []
  const store = openSqliteStore(dataDir)
  const addReporter = (id: string, publicKey: string) => {
    const standing = { agreements: 0, contradictions: 0 }
    return store.reporters.add({ id, publicKey, exchanges: [...remoteExchanges], addedAtMs: 1, standing })
  }
  for (const name of names) {
    const agent = await startAgentProcess({ url, name, baseUrls: world.baseUrls, root })
    agents.push(agent)
    await addReporter(name, agent.publicText)
  }
  for (const [name, flaw] of Object.entries(flaws(url))) {
    const collector = createFaultyCollector({ url, name, baseUrls: world.baseUrls, flaw })
    collectors.set(name, collector)
    await addReporter(name, collector.publicText)
    collector.start()
  }
  await store.close()
  const running = await startServer({
    seed,
    dataDir,
    historyDays: 0,
    fiats: ['UAH'],
    exchanges: [...exchanges],
    faults: remoteExchanges.map((exchange) => ({ exchange, fault: { kind: 'blocked' } })),
    settings: { P2P_PORT: String(port), P2P_CYCLE_SECONDS: '3', P2P_REMOTE_EXCHANGES: remoteExchanges.join(',') },
  })
  await open({ close: running.stop })
  await open({ close: () => Promise.all([...collectors.values(), ...agents].map((one) => one.stop())) })
  const getJson = async <Answer>(path: string): Promise<Answer> => {
    const answer = await fetch(`${running.baseUrl}${path}`, { headers: { 'X-API-Key': running.keys.Business } })
    return (await answer.json()) as Answer
  }
  return { ...running, ask: getJson, collectors, agents }
}

const builtAgent = fileURLToPath(new URL('../../packages/cli/bin/p2p.mjs', import.meta.url))

export async function startAgentProcess(wish: {
  readonly url: string
  readonly name: string
  readonly baseUrls: Readonly<Record<string, string>>
  readonly root: string
}) {
  const { url, name, baseUrls, root } = wish
  const words = [
    ...['agent', url, '--name', name],
    ...Object.keys(baseUrls).flatMap((id) => ['--exchange', id]),
    ...['--key-file', join(root, `${name}.pem`)],
    ...Object.entries(baseUrls).flatMap(([id, address]) => ['--exchange-url', `${id}=${address}`]),
  ]
  const { child, exit, find, output } = startOwnProcess([process.execPath, builtAgent, ...words], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: root },
  })
  return {
    /** Its key as it prints it, in the command by which it is let in. */
    publicText: await find((line) => /^p2p-server reporters add \S+ (\S+) /.exec(line)?.[1] ?? null),
    output,
    stop: async () => {
      child.kill('SIGTERM')
      return (await exit).code
    },
  }
}

export type AgentProcess = Awaited<ReturnType<typeof startAgentProcess>>
