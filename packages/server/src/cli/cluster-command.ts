import type { Command } from 'commander'
import { OperatorError } from '../base/errors/operator-errors.js'
import type { LeaseRow } from '../cluster/lease.js'
import { aliveMs, type Member } from '../cluster/membership.js'
import type { ClusterStore } from '../storage/store.js'
import { configuration, withStore } from './configuration.js'
import { formatTable } from './terminal-output.js'

export function addClusterCommand(root: Command): void {
  root
    .command('cluster')
    .description('servers that share the data, with their duties, delays and problems')
    .option('--json', 'as JSON, for programs')
    .action(async ({ json = false }: { json?: boolean }) => {
      const scene = await withSharing(clusterStatusOf)
      console.log(json ? JSON.stringify(scene, null, 2) : words(scene))
    })
}

async function withSharing<Result>(work: (sharing: ClusterStore) => Promise<Result>): Promise<Result> {
  const { config } = await configuration()
  if (config.DATABASE_URL === undefined || config.REDIS_URL === undefined)
    throw new OperatorError(
      'These data are one server’s own. Servers share them with P2P_DATABASE_URL and P2P_REDIS_URL.',
    )
  return withStore(config, async ({ cluster }) => {
    if (cluster === null) throw new OperatorError('These data cannot be shared.')
    return work(cluster)
  })
}

async function clusterStatusOf({ members, leases, changes }: ClusterStore) {
  const [servers, rows, head] = [await members.all(), await leases.all(), await changes.head()]
  return {
    servers: servers.map((member) => serverOf(member, head.seq)),
    duties: rows.filter(({ name }) => name !== 'serve').map(dutyOf),
  }
}

export type ClusterStatus = Awaited<ReturnType<typeof clusterStatusOf>>

const serverOf = ({ id, address, release, startedMs, silentMs, seen, troubles }: Member, head: number) => ({
  id,
  address,
  release,
  started_at: new Date(startedMs).toISOString(),
  silent_seconds: Math.round(silentMs / 100) / 10,
  /** Changes in the changelog that it has not applied yet. */
  behind: Math.max(0, head - seen),
  troubles: silentMs < aliveMs ? troubles : ['silent', ...troubles],
})

const dutyOf = ({ name, holder, generation, leftMs }: LeaseRow) => ({
  name,
  server: leftMs > 0 ? holder : null,
  /** Fencing token of the lease; rises with every new holder. */
  generation,
})

function words({ servers, duties }: ClusterStatus): string {
  const list = formatTable(
    ['SERVER', 'ADDRESS', 'RELEASE', 'SINCE', 'HEARD OF', 'BEHIND', 'TROUBLE'],
    servers.map(({ id, address, release, started_at: since, silent_seconds: silent, behind, troubles }) => [
      id,
      address,
      release,
      since.slice(0, 16).replace('T', ' '),
      `${silent} s ago`,
      behind === 0 ? '-' : `${behind} changes`,
      troubles.length === 0 ? '-' : troubles.map((trouble) => troubleWords[trouble] ?? trouble).join(', '),
    ]),
  )
  const held = formatTable(
    ['DUTY', 'SERVER', 'TIMES'],
    duties.map(({ name, server, generation }) => [name, server ?? '-', String(generation)]),
  )
  return `${servers.length === 0 ? 'No server runs.' : list}\n\n${held}`
}

const troubleWords: Readonly<Record<string, string>> = {
  redis: 'counts alone, without Redis',
  clock: 'its clock is wrong',
  settings: 'other settings than the first',
  silent: 'silent',
}
