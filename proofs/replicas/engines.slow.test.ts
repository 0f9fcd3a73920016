import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startCut } from './cut.js'
import { type OwnPostgres, type OwnStandby, startPostgres, startStandby } from './postgres.js'
import { hasOwnEngines } from './programs.js'
import { type OwnRedis, startRedis } from './redis.js'

describe.skipIf(!hasOwnEngines)('a PostgreSQL of our own', () => {
  let engine: OwnPostgres
  beforeAll(async () => {
    engine = await startPostgres()
    await engine.run('CREATE TABLE kept (value integer)')
  })
  afterAll(() => engine.close())
  const values = async (from: OwnPostgres) =>
    (await from.run('SELECT value FROM kept ORDER BY value')).map(({ value }) => value)

  test('keeps what it has acknowledged when it is stopped as by a power cut, and syncs for it', async () => {
    expect(await engine.run('SHOW fsync')).toEqual([{ fsync: 'on' }])
    await engine.run('INSERT INTO kept VALUES (1)')
    await engine.stop('immediate')
    await expect(engine.run('SELECT 1')).rejects.toThrow()
    await engine.start()
    expect(await values(engine)).toEqual([1])
    await engine.stop('fast')
    await engine.start()
    expect(await values(engine)).toEqual([1])
  })

  test('is reached through a cut, by any user, and answers when the cut lets it', async () => {
    const cut = await startCut(engine.target)
    onTestFinished(() => cut.close())
    const client = new pg.Client(`postgres://postgres@127.0.0.1:${cut.port}/postgres`)
    client.on('error', () => {})
    await client.connect()
    cut.set('stall')
    let answered = 0
    const answer = client.query('SELECT 7 AS it').then(({ rows }) => {
      answered += 1
      return rows
    })
    await engine.run('SELECT 1')
    expect(answered).toBe(0)
    cut.set('pass')
    expect(await answer).toEqual([{ it: 7 }])
    let isBroken = false
    client.once('end', () => {
      isBroken = true
    })
    cut.set('reset')
    await expect.poll(() => isBroken).toBe(true)
  })

  describe('with a standby', () => {
    let standby: OwnStandby
    let between: Awaited<ReturnType<typeof startCut>>
    beforeAll(async () => {
      between = await startCut(engine.target)
      standby = await startStandby(engine, between)
    })
    afterAll(async () => {
      await standby.close()
      await between.close()
    })

    test('a synchronous one holds what is acknowledged; one that is cut off holds it up', async () => {
      await standby.setSynchronous(true)
      await engine.run('INSERT INTO kept VALUES (2)')
      await standby.caughtUp()
      expect(await values(standby)).toEqual([1, 2])
      between.set('stall')
      const waiting = engine.run('INSERT INTO kept VALUES (3)')
      await expect
        .poll(async () => (await engine.run("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'")).length)
        .toBe(1)
      between.set('pass')
      await waiting
      await standby.caughtUp()
      expect(await values(standby)).toEqual([1, 2, 3])
    })

    test('an asynchronous one that is promoted has lost what was withheld, and takes writes', async () => {
      await standby.setSynchronous(false)
      await standby.caughtUp()
      between.set('stall')
      await engine.run('INSERT INTO kept VALUES (4)')
      await engine.stop('immediate')
      between.set('reset')
      await expect(standby.run('INSERT INTO kept VALUES (5)')).rejects.toThrow('read-only')
      await standby.promote()
      expect(await values(standby)).toEqual([1, 2, 3])
      await standby.run('INSERT INTO kept VALUES (5)')
      const next = await startStandby(standby)
      onTestFinished(() => next.close())
      await next.caughtUp()
      expect(await values(next)).toEqual([1, 2, 3, 5])
    })
  })
})

describe.skipIf(!hasOwnEngines)('a Redis of our own', () => {
  let engine: OwnRedis
  beforeAll(async () => {
    engine = await startRedis()
  })
  afterAll(() => engine.close())

  test('forgets nothing by itself, and everything when it is emptied or killed', async () => {
    expect(await engine.run('CONFIG', 'GET', 'maxmemory-policy')).toMatchObject({ 'maxmemory-policy': 'noeviction' })
    await engine.run('SET', 'a', '1')
    expect(await engine.run('GET', 'a')).toBe('1')
    await engine.run('FLUSHALL')
    expect(await engine.run('GET', 'a')).toBeNull()
    await engine.run('SET', 'a', '2')
    await engine.kill()
    await expect(engine.run('PING')).rejects.toThrow()
    await engine.start()
    expect(await engine.run('GET', 'a')).toBeNull()
  })

  test('stands still and goes on with what was asked meanwhile', async () => {
    engine.stall()
    let answered = 0
    const answer = engine.run('PING').then((word) => {
      answered += 1
      return word
    })
    await new Promise((done) => setImmediate(done))
    expect(answered).toBe(0)
    engine.goOn()
    expect(await answer).toBe('PONG')
  })
})

test.skipIf(!hasOwnEngines || process.platform !== 'linux')('engines end with a process that is killed', async () => {
  const script = fileURLToPath(new URL('./testing/hold-engines.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const { processes, folders } = JSON.parse(line) as { processes: readonly number[]; folders: readonly string[] }
  onTestFinished(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 100 })
  })
  expect(processes.map(isAlive)).toEqual([true, true])
  child.kill('SIGKILL')
  await once(child, 'exit')
  await expect.poll(() => processes.map(isAlive)).toEqual([false, false])
})

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch {
    return false
  }
}
