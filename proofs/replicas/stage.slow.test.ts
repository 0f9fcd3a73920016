import { expect, onTestFinished, test } from 'vitest'
import { needsOwnEngines } from './programs.js'
import { openStage } from './stage.js'

test(
  'a server that starts without its database waits for it, and the other server serves on',
  needsOwnEngines,
  async () => {
    const stage = await openStage({ seed: Number(process.env.SEED), servers: 2 })
    onTestFinished(() => stage.close())
    const [one, two] = stage.servers
    if (one === undefined || two === undefined) throw new Error('The stage has two servers.')
    await one.start()
    await one.ready()
    two.toPostgres.set('reset')
    const coming = two.start()
    const waits = () => stage.lines().some(({ server, text }) => server === two.name && text.includes('Waiting for it'))
    await expect.poll(waits).toBe(true)
    expect(two.isListening()).toBe(false)
    await one.ready()
    two.toPostgres.set('pass')
    expect(['listening', 'standing by']).toContain(await coming)
  },
)
