import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import pg from 'pg'

/** The named one; else those of this machine, as PostgreSQL's own user and as whoever sits here. */
const candidates: readonly string[] =
  process.env.P2P_TEST_DATABASE_URL === undefined
    ? [
        'postgres://postgres@127.0.0.1:5432/postgres',
        ...['postgres', userInfo().username].map(
          (user) => `postgres:///postgres?host=/var/run/postgresql&user=${user}`,
        ),
      ]
    : [process.env.P2P_TEST_DATABASE_URL]

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function firstThatAnswers(): Promise<string | null> {
  for (const url of candidates) if (await answers(url)) return url
  return null
}

const found = await firstThatAnswers()
const wanted = found ?? ''

/** Whether tests of PostgreSQL can run. A gate that must prove it says so, and does not go on without. */
export const hasPostgres: boolean = found !== null

if (!hasPostgres && process.env.NEEDS_ENGINES === '1') throw new Error('No PostgreSQL answers on this machine.')

/** A place for the tables of one store. */
export type PostgresPlace = { readonly url: string; readonly schema: string; readonly waitMs: number }

export type TestDatabase = {
  newPlace(): Promise<PostgresPlace>
  /** What somebody does to it behind the back of the stores. */
  run(sql: string): Promise<void>
  get(sql: string): Promise<Readonly<Record<string, unknown>> | undefined>
  drop(): Promise<void>
}

/** A database of its own, which is gone afterwards. */
export async function makeTestDatabase(): Promise<TestDatabase> {
  const name = `p2p_test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: wanted })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  // Nobody pulls the plug of a test.
  await admin.query(`ALTER DATABASE ${name} SET synchronous_commit = off`)
  const url = new URL(wanted)
  url.pathname = `/${name}`
  const inside = new pg.Client({ connectionString: url.href })
  await inside.connect()
  let places = 0
  return {
    newPlace: async () => {
      places += 1
      const schema = `place_${places}`
      await inside.query(`CREATE SCHEMA ${schema}`)
      // Tests ask for much at once, on machines that do much else.
      const own = new URL(url)
      own.searchParams.set('options', `-csearch_path=${schema}`)
      return { url: own.href, schema, waitMs: 30_000 }
    },
    run: async (sql) => {
      await inside.query(sql)
    },
    get: async (sql) => (await inside.query<Record<string, unknown>>(sql)).rows[0],
    drop: async () => {
      await inside.end()
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await admin.end()
    },
  }
}
