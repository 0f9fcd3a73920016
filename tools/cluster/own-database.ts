import pg from 'pg'
import { MissingEngineError } from './find-postgres-and-redis.js'

export type OwnDatabase = {
  readonly url: string
  close(how: 'drop' | 'keep'): Promise<void>
}

const marks = { drop: 'made by npm run cluster, and dropped at its end', keep: 'kept by npm run cluster' }

/**
 * Create the database; only one run at a time may use it. Replace one that a killed run left, and reject any other
 * existing one.
 */
export async function makeOwnDatabase(serverUrl: string, name: string): Promise<OwnDatabase> {
  const admin = new pg.Client({ connectionString: serverUrl })
  admin.on('error', () => {})
  await admin.connect()
  try {
    const lock = await admin.query<{ it: boolean }>('SELECT pg_try_advisory_lock(hashtext($1)) AS it', [name])
    if (lock.rows[0]?.it !== true) throw new MissingEngineError('Another `npm run cluster` runs on this PostgreSQL.')
    const { rows } = await admin.query<{ mark: string | null }>(
      "SELECT shobj_description(oid, 'pg_database') AS mark FROM pg_database WHERE datname = $1",
      [name],
    )
    if (rows[0] !== undefined && rows[0].mark !== marks.drop)
      throw new MissingEngineError(`A database ${name} is there already, kept or somebody else's: \`dropdb ${name}\`.`)
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`)
    await admin.query(`COMMENT ON DATABASE ${name} IS '${marks.drop}'`)
  } catch (error) {
    await admin.end()
    throw error
  }
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    close: async (how) => {
      try {
        if (how === 'keep') await admin.query(`COMMENT ON DATABASE ${name} IS '${marks.keep}'`)
        else await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      } finally {
        await admin.end()
      }
    },
  }
}
