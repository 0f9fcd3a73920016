import { expect, onTestFinished, test } from 'vitest'
import { needsOwnEngines } from '../harness/postgres-and-redis-programs.js'
import { openCluster } from './cluster.js'

test(
  'a server that starts without its database waits for it, and the other server serves on',
  needsOwnEngines,
  async () => {
    const cluster = await openCluster({ seed: Number(process.env.SEED), servers: 2 })
    onTestFinished(() => cluster.close())
    const [one, two] = cluster.servers
    if (one === undefined || two === undefined) throw new Error('The stage has two servers.')
    await one.start()
    await one.ready()
    two.toPostgres.set('reset')
    const coming = two.start()
    const waits = () =>
      cluster.lines().some(({ server, text }) => server === two.name && text.includes('Waiting for it'))
    await expect.poll(waits).toBe(true)
    expect(two.isListening()).toBe(false)
    await one.ready()
    two.toPostgres.set('pass')
    expect(['listening', 'standing by']).toContain(await coming)
  },
)
