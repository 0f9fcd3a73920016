import { parseArgs } from 'node:util'
import { type Cluster, startCluster } from './cluster/start-cluster.js'
import { wholeNumber } from './command-line.js'

const usage = `npm run cluster -- [--port N] [--seed N] [--servers N] [--keep]

Three servers over the PostgreSQL and the Redis of this machine, or those that P2P_DATABASE_URL and P2P_REDIS_URL name,
with simulated exchanges and a small balancer. --keep leaves the database and the settings behind.`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8080' },
      seed: { type: 'string', default: '7' },
      servers: { type: 'string', default: '3' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(usage)
  const starting = startCluster({
    port: wholeNumber('port', values.port, 65_535),
    seed: wholeNumber('seed', values.seed, 2 ** 32 - 1),
    servers: wholeNumber('servers', values.servers, 9),
    keep: values.keep,
    printLine: (line) => console.log(line),
  })
  // In place of the harness's handlers, which end without dropping the database.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.removeAllListeners(signal).on(signal, () => void end(starting))
  console.log((await starting).banner)
}

let endedAtMs: number | null = null

/** Ends all servers. A second call exits at once. */
async function end(starting: Promise<Cluster>): Promise<void> {
  if (endedAtMs !== null) {
    // One Ctrl+C may arrive twice, from the terminal and from the parent process.
    if (performance.now() - endedAtMs > 500) process.exit(130)
    return
  }
  endedAtMs = performance.now()
  console.log('\nEnding...')
  const kept = await starting.then(({ stop }) => stop()).catch(() => [])
  for (const what of kept) console.log(`Kept: ${what}`)
  process.exit(0)
}

main().catch((error: unknown) => {
  if (endedAtMs !== null) return
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
