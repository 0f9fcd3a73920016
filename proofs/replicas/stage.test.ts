import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { monoMs } from './mono-ms.js'
import { hasOwnEngines } from './programs.js'
import { openStage, type Stage } from './stage.js'

const seed = Math.floor(Math.random() * 1e9)
console.log(`stage seed ${seed}`)

describe.skipIf(!hasOwnEngines)('the stage', () => {
  const before = foldersLeft()
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage({ seed, standby: 'synchronous' })
  })
  afterAll(async () => {
    await stage.close()
    expect(foldersLeft()).toEqual(before)
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

  test('a server that is cut off from the database can write nothing, its neighbours notice nothing', async () => {
    const open = server(1).toPostgres.open()
    server(0).toPostgres.set('reset')
    await expect.poll(async () => (await fetch(`${server(0).url()}/readyz`)).status).toBe(503)
    expect(server(1).toPostgres.open()).toBe(open)
    server(0).toPostgres.set('pass')
    // It serves again, or has ended because another one does by now.
    await expect
      .poll(async () => (server(0).isListening() ? (await fetch(`${server(0).url()}/readyz`)).status : 'ended'))
      .toSatisfy((state) => state === 200 || state === 'ended')
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
    expect(await Promise.race([isAnswered, beyondItsNeighbour(serving.name)])).toBe(false)
    serving.goOn()
    expect(await isAnswered).toBe(true)
  })

  test('after a fail-over the standby has everything, takes writes, and servers are ready over it', async () => {
    const before = await stage.primary().run('SELECT id FROM account', 'p2p')
    expect(before.length).toBeGreaterThan(0)
    const old = stage.primary()
    await stage.failOver()
    expect(stage.primary()).not.toBe(old)
    expect(await stage.primary().run('SELECT id FROM account', 'p2p')).toEqual(before)
    for (const one of stage.servers) if (one.life() === null) await one.start()
    await Promise.any(stage.servers.map((one) => one.ready()))
  })

  /** Long enough for another process to answer, had it not been paused. */
  async function beyondItsNeighbour(_name: string): Promise<false> {
    for (let round = 0; round < 20; round++) await stage.primary().run('SELECT 1')
    return false
  }
})

function foldersLeft(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => /^p2p-(?:engine|proof)-/.test(name))
}
