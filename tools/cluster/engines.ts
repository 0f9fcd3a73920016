import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import { createClient } from '@redis/client'
import pg from 'pg'

type Environment = Readonly<Record<string, string | undefined>>

/** Finds the PostgreSQL of P2P_DATABASE_URL or of this machine. Its user may create databases. */
async function findPostgres({ P2P_DATABASE_URL: named }: Environment): Promise<string> {
  const usual = [userInfo().username, 'postgres'].flatMap((user) => [
    `postgres://${user}@localhost:5432/postgres`,
    ...['/var/run/postgresql', '/tmp'].map((folder) => `postgres:///postgres?host=${folder}&user=${user}`),
  ])
  let refusal = ''
  for (const url of named === undefined ? usual : [named]) {
    const mayCreate = 'SELECT rolcreatedb OR rolsuper AS it FROM pg_roles WHERE rolname = current_user'
    const answer = await query(url, mayCreate).catch((error: unknown) => {
      // A server that answers says why it refuses.
      if (error instanceof pg.DatabaseError) refusal = error.message
    })
    if (answer?.[0]?.it === true) return url
    if (answer !== undefined) refusal = 'this user may not create databases'
  }
  if (refusal !== '')
    throw new Error(`PostgreSQL refuses us (${refusal}): \`sudo -u postgres createuser --createdb ${userInfo().username}\`
allows it. Or set P2P_DATABASE_URL=postgres://user:password@localhost:5432/postgres to a user who may.`)
  throw missing('PostgreSQL', named, 'P2P_DATABASE_URL', 'postgresql')
}

async function findRedis({ P2P_REDIS_URL: named }: Environment): Promise<string> {
  const url = named ?? 'redis://127.0.0.1:6379'
  const client = createClient({ url, socket: { connectTimeout: 3_000, reconnectStrategy: false } })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.ping()
    return url
  } catch {
    throw missing('Redis', named, 'P2P_REDIS_URL', 'redis-server')
  } finally {
    if (client.isOpen) client.destroy()
  }
}

/** Rejects with both messages if both engines are missing. */
export async function findEngines(environment: Environment): Promise<{ postgres: string; redis: string }> {
  const [postgres, redis] = await Promise.allSettled([findPostgres(environment), findRedis(environment)])
  if (postgres.status === 'fulfilled' && redis.status === 'fulfilled')
    return { postgres: postgres.value, redis: redis.value }
  const reasons = [postgres, redis].flatMap((one) => (one.status === 'rejected' ? [String(one.reason.message)] : []))
  throw new Error(reasons.join('\n'))
}

/** A new database on this server. */
export async function createDatabase(serverUrl: string): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `p2p_cluster_${randomBytes(5).toString('hex')}`
  await query(serverUrl, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: async () => void (await query(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`)) }
}

async function query(url: string, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

const missing = (engine: string, named: string | undefined, setting: string, debian: string): Error =>
  named === undefined
    ? new Error(`${engine} does not answer: \`sudo apt-get install ${debian}\` (macOS: \`brew install ${debian}\`) installs
it. If it runs elsewhere, set ${setting}.`)
    : new Error(
        `No ${engine} answers at ${hostOf(named)}, the address in ${setting}. The package ${debian} installs one.`,
      )

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '') || 'the address'
