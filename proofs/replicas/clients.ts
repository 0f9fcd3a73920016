import { createHash, randomBytes } from 'node:crypto'
import type { PlanName } from '@p2p-rates/contract'
import type { Cluster } from './cluster.js'

export type Client = {
  readonly accountId: string
  readonly keyId: string
  readonly key: string
  readonly plan: PlanName
}

/** Accounts with one key each, written as the commands write them: those take half a second each. */
export async function addClients(
  cluster: Pick<Cluster, 'sql'>,
  plans: readonly PlanName[],
): Promise<readonly Client[]> {
  const clients = plans.map((plan): Client => {
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

const digestOf = (key: string): string => createHash('sha256').update(key).digest('hex')
