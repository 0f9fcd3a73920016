import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildWhenStale } from './testing/built.js'
import { makeHome } from './testing/run-p2p.js'
import { needsTerminal, terminalRunnerIn } from './testing/start-p2p.js'

describe('in a window of 40 lines', needsTerminal(), () => {
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

  test('a pager that is left early leaves no complaint', async () => {
    const { code, text } = await onTerminal(['payment-methods'], { env: { ...env, P2P_PAGER: 'head -n 3' } })
    expect(code).toBe(0)
    expect(text.trimEnd().split('\n')).toHaveLength(3)
  })
})
