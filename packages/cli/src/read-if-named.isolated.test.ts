import { exchangeIds, exchanges, htx } from '@p2p-rates/core'
import { startSimulator } from '@p2p-rates/simulator'
import { expect, onTestFinished, test } from 'vitest'
import { directTo, makeHome, runnerIn } from './testing/run-p2p.js'

const isListed = exchanges.includes(htx)

test.skipIf(isListed)('HTX is read only if the command line or the profile names it', async () => {
  const simulator = await startSimulator({ seed: 7, exchanges: [...exchangeIds, 'htx'] })
  onTestFinished(() => simulator.close())
  const { home, remove } = makeHome()
  onTestFinished(remove)
  const urls = Object.entries(simulator.baseUrls)
  const p2p = (words: string, asked = urls) =>
    runnerIn(home)([...words.split(' '), ...directTo({ baseUrls: Object.fromEntries(asked) })])
  const listed = urls.filter(([id]) => id !== 'htx')

  expect((await p2p('rates', listed)).out).not.toMatch(/^htx\t/m)
  expect(await p2p('rates -e htx')).toMatchObject({ code: 0, out: expect.stringMatching(/^htx\t.+\n$/) })
  expect(await p2p('ads HTX UAH')).toMatchObject({ code: 0 })
  expect((await p2p('rates -e htx,okx --json')).out).toMatch(/"okx".*"htx"/s)
  expect(await runnerIn(home)(['config', 'set', 'exchange', 'htx'])).toMatchObject({ code: 0 })
  expect(await p2p('rates')).toMatchObject({ code: 0, out: expect.stringMatching(/^htx\t.+\n$/) })
})
