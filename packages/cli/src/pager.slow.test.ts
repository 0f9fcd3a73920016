import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pagerOf } from './pager.js'
import { buildWhenStale } from './testing/built.js'
import { hasPseudoTerminal, makeHome, runnerIn, terminalRunnerIn } from './testing/run-p2p.js'

test.each([
  [{}, 'linux', 'less'],
  [{}, 'win32', null],
  [{ PAGER: 'more' }, 'linux', 'more'],
  [{ PAGER: 'more', P2P_PAGER: 'less -S' }, 'linux', 'less -S'],
  [{ PAGER: 'more', P2P_PAGER: '' }, 'linux', null],
  [{ PAGER: 'cat' }, 'linux', null],
  [{ TERM: 'dumb' }, 'linux', null],
] as const)('with %o on %s the pager is %s', (environment, platform, pager) => {
  expect(pagerOf(environment, platform)).toBe(pager)
})

describe.skipIf(!hasPseudoTerminal)('in a window of 40 lines', () => {
  const { home, remove } = makeHome()
  const onTerminal = terminalRunnerIn(home)
  let server: TestServer
  let env: Record<string, string>

  beforeAll(async () => {
    await buildWhenStale()
    server = await startServer({ fiats: ['EUR'], historyDays: 0 })
    env = { P2P_BASE_URL: server.url, P2P_API_KEY: server.keys.Pro, PAGER: 'true', P2P_PAGER: "sed 's/^/paged:/'" }
  })
  afterAll(async () => {
    await server.stop()
    remove()
  })

  test('a long table goes through the pager, whole and in colour', async () => {
    const { raw, text } = await onTerminal(['payment-methods'], { env })
    const lines = text.trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(40)
    for (const line of lines) expect(line).toMatch(/^paged:/)
    expect(raw).toContain('\x1b[')
  })

  test.each([
    ['rates', '-f', 'EUR'],
    ['payment-methods', '--no-pager'],
    ['payment-methods', '--json'],
  ])('%s %s %s does not', async (...words) => {
    expect((await onTerminal(words, { env })).text).not.toContain('paged:')
  })

  test('neither does what goes into a pipe', async () => {
    expect((await runnerIn(home)(['payment-methods', '--table'], { env })).out).not.toContain('paged:')
  })

  test('a pager that is not there costs nothing of the table', async () => {
    const { code, text } = await onTerminal(['payment-methods'], { env: { ...env, P2P_PAGER: 'no-such-pager' } })
    expect(code).toBe(0)
    expect(text.split('\n').length).toBeGreaterThan(40)
  })

  test('a pager that is left early leaves no complaint', async () => {
    const { code, text } = await onTerminal(['payment-methods'], { env: { ...env, P2P_PAGER: 'head -n 3' } })
    expect(code).toBe(0)
    expect(text.trimEnd().split('\n')).toHaveLength(3)
  })
})
