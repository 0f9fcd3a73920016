import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildWhereMissing } from '../build-where-missing.js'
import { monoMs } from './mono-ms.js'
import { hasOwnEngines } from './programs.js'
import { openStage, type Stage } from './stage.js'

const seed = Math.floor(Math.random() * 1e9)
console.log(`stage seed ${seed}`)

describe.skipIf(!hasOwnEngines)('the stage', () => {
  let stage: Stage
  beforeAll(async () => {
    buildWhereMissing()
    stage = await openStage({ seed, standby: 'synchronous' })
  }, 300_000)
  afterAll(async () => {
    const sockets = [stage.primary(), stage.standby(), stage.redis].map(({ target }) => target.path)
    await stage.close()
    expect(sockets.filter((path) => existsSync(dirname(path)))).toEqual([])
  })
  const server = (index: number) => {
    const found = stage.servers[index]
    if (found === undefined) throw new Error('The stage has three servers.')
    return found
  }

  test('its servers come up over their own cuts: each listens or stands by, and one is ready', async () => {
    expect(await server(0).start()).toBe('listening')
    await server(0).ready()
    for (const other of [server(1), server(2)]) expect(['listening', 'standing by']).toContain(await other.start())
    for (const { toPostgres } of stage.servers) expect(toPostgres.open()).toBeGreaterThan(0)
    const printed = await server(0).command('keys', 'create', '--plan', 'Pro', '--name', 'stage')
    const [key = ''] = /p2p_\w{20,}/.exec(printed) ?? []
    const answer = await fetch(`${server(0).url()}/api/v1/rates?fiat=UAH`, { headers: { 'X-API-Key': key } })
    expect(answer.status).toBe(200)
  })

  test('what they log carries the name of the server and the clock of the machine', () => {
    const lines = stage.lines()
    expect(new Set(lines.map((line) => line.server))).toEqual(new Set(['a', 'b', 'c']))
    for (const [index, { atMs }] of lines.entries()) {
      expect(atMs).toBeGreaterThanOrEqual(lines[index - 1]?.atMs ?? 0)
      expect(atMs).toBeLessThan(monoMs())
    }
  })

  test('a server that is cut off from the database waits for it, its neighbours notice nothing', async () => {
    await server(2).end('SIGTERM')
    server(2).toPostgres.set('reset')
    const coming = server(2).start()
    const waits = () => stage.lines().some(({ server: name, text }) => name === 'c' && text.includes('Waiting for it'))
    await expect.poll(waits).toBe(true)
    expect(server(2).isListening()).toBe(false)
    await server(0).ready()
    server(2).toPostgres.set('pass')
    expect(['listening', 'standing by']).toContain(await coming)
  })

  test('the database ends the connections of one server, or of all, and they come back', async () => {
    const ofA = await stage.terminate(server(0))
    expect(ofA).toBeGreaterThan(0)
    expect(await stage.terminate()).toBeGreaterThan(0)
    await server(0).ready()
    expect(await stage.sql('SELECT count(*)::int AS it FROM account')).toEqual([{ it: 1 }])
  })

  test('when the one that serves is killed, another is ready, and the dead one comes back', async () => {
    await server(0).end('SIGKILL')
    expect([server(0).life(), server(0).isListening()]).toEqual([null, false])
    await Promise.any([server(1).ready(), server(2).ready()])
    expect(['listening', 'standing by']).toContain(await server(0).start())
  })

  test('one that is paused says nothing until it goes on', async () => {
    const serving = stage.servers.find((one) => one.isListening())
    if (serving === undefined) throw new Error('One of them serves.')
    serving.pause()
    const isAnswered = fetch(`${serving.url()}/livez`).then(() => true)
    expect(await Promise.race([isAnswered, inGoodTime()])).toBe(false)
    serving.goOn()
    expect(await isAnswered).toBe(true)
  })

  test('after a fail-over the standby has everything, takes writes, and servers are ready over it', async () => {
    const before = await stage.sql('SELECT id FROM account')
    expect(before.length).toBeGreaterThan(0)
    const old = stage.primary()
    await stage.failOver()
    expect(stage.primary()).not.toBe(old)
    expect(await stage.sql('SELECT id FROM account')).toEqual(before)
    for (const one of stage.servers) if (one.life() === null) await one.start()
    await Promise.any(stage.servers.map((one) => one.ready()))
  })

  /** Another process answers twenty times meanwhile. */
  async function inGoodTime(): Promise<false> {
    for (let round = 0; round < 20; round++) await stage.primary().run('SELECT 1')
    return false
  }
})
