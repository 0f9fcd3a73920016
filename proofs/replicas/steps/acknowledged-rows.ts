import { openClusterRequests } from '../clients.js'
import type { Cluster } from '../cluster.js'

const tables = {
  account: 'SELECT id, plan FROM account',
  api_key: 'SELECT id, digest, revoked_at FROM api_key',
  change: 'SELECT seq FROM change',
} as const

/** I10. Rows that clients could read before a fault; `check` reports the lost ones. */
export async function readAcknowledgedRows(cluster: Pick<Cluster, 'sql'>) {
  const read = async (sql: string) => (await cluster.sql(sql)).map((row) => JSON.stringify(row))
  const before = await Promise.all(Object.entries(tables).map(async ([name, sql]) => [name, await read(sql)] as const))
  return {
    check: async () => {
      const breaches: string[] = []
      for (const [name, rows] of before) {
        const after = new Set(await read(tables[name as keyof typeof tables]))
        for (const row of rows) if (!after.has(row)) breaches.push(`I10 ${name} has lost ${row}`)
      }
      return breaches
    },
  }
}

export async function checkKeys(
  cluster: Cluster,
  { live, ended }: { readonly live: readonly string[]; readonly ended: readonly string[] },
): Promise<readonly string[]> {
  const { ask, close } = openClusterRequests()
  const breaches: string[] = []
  for (const server of cluster.servers) {
    for (const key of live) {
      const { status } = await ask(server, '/me', key)
      if (status !== 200 && status !== 429) breaches.push(`I10 ${server.name} answers ${status} to a live key`)
    }
    for (const key of ended) {
      const { status } = await ask(server, '/me', key)
      if (status !== 401 && status !== 429) breaches.push(`I4 ${server.name} answers ${status} to a key that has ended`)
    }
  }
  await close()
  return breaches
}
