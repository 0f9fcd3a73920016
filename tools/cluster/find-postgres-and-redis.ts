import { userInfo } from 'node:os'
import { createClient } from '@redis/client'
import pg from 'pg'

/** Error that a retry can't fix; its message is one sentence. */
export class MissingEngineError extends Error {
  override readonly name = 'MissingEngineError'
}

type Environment = Readonly<Record<string, string | undefined>>

const homebrew = process.platform === 'darwin'

export async function findPostgres(
  environment: Environment = process.env,
  usual: readonly string[] = usualAddresses(),
): Promise<string> {
  const named = environment.P2P_DATABASE_URL
  const refusals: string[] = []
  for (const url of named === undefined ? usual : [named]) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ may: boolean }>(
        'SELECT rolcreatedb OR rolsuper AS may FROM pg_roles WHERE rolname = current_user',
      )
      if (rows[0]?.may === true) return url
      refusals.push('this user may not make databases')
    } catch (error) {
      // A server that answers says why it refuses; an address without one says nothing that helps.
      if (error instanceof pg.DatabaseError) refusals.push(error.message)
    } finally {
      await client.end().catch(() => {})
    }
  }
  const [refusal] = refusals
  if (refusal !== undefined)
    throw new MissingEngineError(
      `PostgreSQL refuses us (${refusal}): \`${homebrew ? '' : 'sudo -u postgres '}createuser --createdb ${userInfo().username}\` lets you in, or P2P_DATABASE_URL=postgres://user:password@localhost:5432/postgres names who may.`,
    )
  if (named !== undefined)
    throw new MissingEngineError(
      `No PostgreSQL answers at ${hostOf(named)}, which P2P_DATABASE_URL names; ${homebrew ? 'brew install postgresql@16' : "Debian's package postgresql"} brings one.`,
    )
  throw new MissingEngineError(
    homebrew
      ? 'PostgreSQL does not answer: `brew install postgresql@16` installs it, `brew services start postgresql@16` starts it, and P2P_DATABASE_URL names one elsewhere.'
      : 'PostgreSQL does not answer: `sudo apt-get install postgresql` installs it, `sudo systemctl start postgresql` starts it, and P2P_DATABASE_URL names one elsewhere.',
  )
}

export async function findRedis(
  environment: Environment = process.env,
  usual = 'redis://127.0.0.1:6379',
): Promise<string> {
  const named = environment.P2P_REDIS_URL
  const url = named ?? usual
  const client = createClient({ url, socket: { connectTimeout: 3_000, reconnectStrategy: false } })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.ping()
    return url
  } catch {
    if (named !== undefined)
      throw new MissingEngineError(
        `No Redis answers at ${hostOf(named)}, which P2P_REDIS_URL names; ${homebrew ? 'brew install redis' : "Debian's package redis-server"} brings one.`,
      )
    throw new MissingEngineError(
      homebrew
        ? 'Redis does not answer: `brew install redis` installs it, `brew services start redis` starts it, and P2P_REDIS_URL names one elsewhere.'
        : 'Redis does not answer: `sudo apt-get install redis-server` installs it, `sudo systemctl start redis-server` starts it, and P2P_REDIS_URL names one elsewhere.',
    )
  } finally {
    if (client.isOpen) client.destroy()
  }
}

/** Try the current user, then `postgres`, because some machines trust their local users. */
function usualAddresses(): readonly string[] {
  const { username } = userInfo()
  return [username, 'postgres'].flatMap((user) => [
    `postgres://${user}@localhost:5432/postgres`,
    ...['/var/run/postgresql', '/tmp'].map((folder) => `postgres:///postgres?host=${folder}&user=${user}`),
  ])
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '') || 'the address'
