import { randomBytes } from 'node:crypto'
import { lacks } from '@p2p-rates/core/testing'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../guide/free-port.js'
import { findPostgres, findRedis, MissingEngineError } from './find-postgres-and-redis.js'
import { makeOwnDatabase } from './own-database.js'

const names = { P2P_DATABASE_URL: process.env.P2P_TEST_DATABASE_URL }
const postgres = await findPostgres(names).catch(() => null)
const server = postgres ?? ''
const run = async (sql: string, url = server) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
/** A user who may make databases may not always make users. */
const roleRights = 'SELECT rolsuper OR rolcreaterole AS may FROM pg_roles WHERE rolname = current_user'
const mayMakeRoles = postgres !== null && (await run(roleRights))[0]?.may === true

test('a missing engine is reported in one sentence, with commands to install and start it', async () => {
  const port = await freePort()
  const nobody = findPostgres({}, [`postgres://nobody@127.0.0.1:${port}/postgres`])
  await expect(nobody).rejects.toThrow(MissingEngineError)
  await expect(nobody).rejects.toThrow(
    /^PostgreSQL does not answer: `.*install.*` installs it, `.*` starts it, [^.]*\.$/,
  )
  await expect(findRedis({}, `redis://127.0.0.1:${port}`)).rejects.toThrow(
    /^Redis does not answer: `.*install.*` installs it, `.*` starts it, [^.]*\.$/,
  )
})

test('a named engine that is missing is reported by its place, without the password', async () => {
  const port = await freePort()
  await expect(findPostgres({ P2P_DATABASE_URL: `postgres://me:secret@127.0.0.1:${port}/x` })).rejects.toThrow(
    `No PostgreSQL answers at 127.0.0.1:${port}, which P2P_DATABASE_URL names; Debian's package postgresql brings one.`,
  )
  await expect(findRedis({ P2P_REDIS_URL: `redis://:secret@127.0.0.1:${port}` })).rejects.toThrow(
    `No Redis answers at 127.0.0.1:${port}, which P2P_REDIS_URL names; Debian's package redis-server brings one.`,
  )
})

describe('on a PostgreSQL', lacks(...(postgres === null ? ['PostgreSQL'] : [])), () => {
  const newName = () => `p2p_cluster_test_${randomBytes(5).toString('hex')}`
  const isThere = async (name: string) =>
    (await run(`SELECT 1 FROM pg_database WHERE datname = '${name}'`)).length === 1

  test(
    'a user without the right to make databases learns how to get it',
    lacks(...(mayMakeRoles ? [] : ['PostgreSQL with CREATEROLE'])),
    async () => {
      const role = `p2p_cluster_stranger_${randomBytes(5).toString('hex')}`
      await run(`CREATE ROLE ${role} LOGIN`)
      onTestFinished(async () => void (await run(`DROP ROLE ${role}`)))
      const url = Object.assign(new URL(server), { username: role, password: '' }).href
      await expect(findPostgres({ P2P_DATABASE_URL: url })).rejects.toThrow(
        /^PostgreSQL refuses us .*createuser --createdb/,
      )
    },
  )

  test('a test cluster has a database of its own, which is gone afterwards', async () => {
    const name = newName()
    const own = await makeOwnDatabase(server, name)
    expect(await run('SELECT current_database() AS it', own.url)).toEqual([{ it: name }])
    await own.close('drop')
    expect(await isThere(name)).toBe(false)
  })

  test('a second run at the same time is refused, one after a run that was killed is not', async () => {
    const name = newName()
    const first = await makeOwnDatabase(server, name)
    await expect(makeOwnDatabase(server, name)).rejects.toThrow('Another `npm run cluster` runs')
    await run('CREATE TABLE left_over (it integer)', first.url)
    // The server ends what a dead process has left open.
    await run(
      `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON pg_database.oid = database
       WHERE locktype = 'advisory' AND objid = hashtext('${name}')::oid AND datname = current_database()`,
    )
    const second = await makeOwnDatabase(server, name)
    await expect(run('SELECT * FROM left_over', second.url)).rejects.toThrow('does not exist')
    await second.close('drop')
  })

  test('a kept database, or one of another owner, is never dropped', async () => {
    const name = newName()
    await (await makeOwnDatabase(server, name)).close('keep')
    onTestFinished(async () => void (await run(`DROP DATABASE ${name}`)))
    await expect(makeOwnDatabase(server, name)).rejects.toThrow(`\`dropdb ${name}\``)
    expect(await isThere(name)).toBe(true)
  })
})
