import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import { lacks } from '@p2p-rates/core/testing'
import pg from 'pg'

const candidates: readonly string[] =
  process.env.P2P_TEST_DATABASE_URL === undefined
    ? [
        'postgres://postgres@127.0.0.1:5432/postgres',
        ...['postgres', userInfo().username].map(
          (user) => `postgres:///postgres?host=/var/run/postgresql&user=${user}`,
        ),
      ]
    : [process.env.P2P_TEST_DATABASE_URL]

type Attributes = { readonly createdb: boolean; readonly createrole: boolean; readonly rolsuper: boolean }

/** Attributes of the database user, such as the right to create roles. Null if no connection is made. */
async function attributesAt(connectionString: string): Promise<Attributes | null> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    const { rows } = await client.query(
      `SELECT rolsuper, rolsuper OR rolcreatedb AS createdb, rolsuper OR rolcreaterole AS createrole
       FROM pg_roles WHERE rolname = current_user`,
    )
    return rows[0]
  } catch {
    return null
  } finally {
    await client.end().catch(() => {})
  }
}

async function firstThatAnswers() {
  for (const url of candidates) {
    const attributes = await attributesAt(url)
    if (attributes !== null) return { url, ...attributes }
  }
  return null
}

const found = await firstThatAnswers()
const wanted = found?.url ?? ''

export const needsPostgres = lacks(
  ...(found === null ? ['PostgreSQL'] : found.createdb ? [] : ['PostgreSQL with CREATEDB']),
)
export const needsPostgresRoles = lacks(
  ...(needsPostgres.meta?.missing ?? []),
  ...(found === null || found.createrole ? [] : ['PostgreSQL with CREATEROLE']),
)

export type TestSchema = { readonly url: string; readonly schema: string; readonly waitMs: number }

export type TestDatabase = {
  newSchema(): Promise<TestSchema>
  /** The same schema as a fresh server finds it. Creating its tables again takes 100 times as long. */
  emptied(used: TestSchema): Promise<TestSchema>
  run(sql: string): Promise<void>
  get(sql: string): Promise<Readonly<Record<string, unknown>> | undefined>
  drop(): Promise<void>
}

export async function makeTestDatabase(): Promise<TestDatabase> {
  const name = `p2p_test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: wanted })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  // Tests need no durability.
  await admin.query(`ALTER DATABASE ${name} SET synchronous_commit = off`)
  const url = new URL(wanted)
  url.pathname = `/${name}`
  const inside = new pg.Client({ connectionString: url.href })
  await inside.connect()
  let places = 0
  const newSchema = async () => {
    places += 1
    const schema = `place_${places}`
    await inside.query(`CREATE SCHEMA ${schema}`)
    // Tests ask for much at once, on machines that do much else.
    const own = new URL(url)
    own.searchParams.set('options', `-csearch_path=${schema}`)
    return { url: own.href, schema, waitMs: 30_000 }
  }
  return {
    newSchema,
    emptied: async (used) => {
      if (found?.rolsuper !== true) return newSchema()
      await inside.query(`DO $$ DECLARE name text; BEGIN
        SET LOCAL session_replication_role = replica; -- neither triggers nor foreign keys
        FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = '${used.schema}' AND tablename <> 'step' LOOP
          EXECUTE format('DELETE FROM ${used.schema}.%I', name);
        END LOOP;
        INSERT INTO ${used.schema}.change_head DEFAULT VALUES;
      END $$`)
      return used
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
