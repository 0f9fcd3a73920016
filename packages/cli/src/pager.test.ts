import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pagerOf } from './pager.js'
import { makeHome, runnerIn, windowRunnerIn } from './testing/run-p2p.js'

const choices = [
  [{}, 'linux', 'less'],
  [{}, 'win32', null],
  [{ PAGER: 'more' }, 'linux', 'more'],
  [{ PAGER: 'more', P2P_PAGER: 'less -S' }, 'linux', 'less -S'],
  [{ PAGER: 'more', P2P_PAGER: '' }, 'linux', null],
  [{ PAGER: 'cat' }, 'linux', null],
  [{ TERM: 'dumb' }, 'linux', null],
] as const
test('the pager is that of P2P_PAGER, else of PAGER, else the usual one of the system', () => {
  for (const [environment, platform, pager] of choices)
    expect
      .soft({ environment, platform, pager: pagerOf(environment, platform) })
      .toEqual({ environment, platform, pager })
})

describe('in a window of 40 lines', () => {
  const { home, remove } = makeHome()
  const inWindow = windowRunnerIn(home)
  let server: TestServer
  let env: Record<string, string>

  beforeAll(async () => {
    server = await startServer({ fiats: ['EUR'], historyDays: 0 })
    env = { P2P_BASE_URL: server.url, P2P_API_KEY: server.keys.Pro, P2P_PAGER: 'no-such-pager' }
  })
  afterAll(async () => {
    await server.stop()
    remove()
  })

  test('a short text, --no-pager, a format for scripts and a pipe need no pager', async () => {
    // One that is started takes all it gets.
    const paged = { env: { ...env, P2P_PAGER: 'cat > /dev/null' }, rows: 40 }
    for (const words of ['rates -f EUR', 'payment-methods --no-pager', 'payment-methods --json'])
      expect.soft((await inWindow(words.split(' '), paged)).text, words).toMatch(/OKX|Monobank/)
    expect((await runnerIn(home)(['payment-methods', '--table'], paged)).out).toContain('Monobank')
  })

  test('a pager that is not there costs nothing of the table', async () => {
    const { code, text } = await inWindow(['payment-methods'], { env, rows: 40 })
    expect(code).toBe(0)
    expect(text.split('\n').length).toBeGreaterThan(40)
  })
})
