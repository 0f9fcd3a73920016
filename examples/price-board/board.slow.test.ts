import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { needsChromium, openBrowser } from '@p2p-rates/dashboard/testing'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

const serve = fileURLToPath(new URL('serve.mjs', import.meta.url))

let server: TestServer
let page: ChildProcess
let address = ''

describe('the page', needsChromium, () => {
  beforeAll(async () => {
    server = await startServer({ historyDays: 0 })
    page = spawn(process.execPath, [serve], {
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (page.stdout === null) throw new Error('no output')
    for await (const line of createInterface(page.stdout)) {
      address = line.split('/?')[0] ?? ''
      break
    }
  })
  afterAll(async () => {
    page.kill()
    await server.stop()
  })

  test('shows live prices of every exchange in a browser', async () => {
    const browser = await openBrowser()
    onTestFinished(() => browser.close())
    const view = await browser.newPage()
    const faults: string[] = []
    view.on('pageerror', (error) => faults.push(error.message))
    await view.goto(`${address}/?server=${server.url}&key=${server.keys.Pro}&fiat=EUR`)
    await view.waitForSelector(`tbody tr:nth-child(${server.config.EXCHANGES.length})`)
    expect(await view.textContent('h1')).toBe('USDT / EUR')
    expect(await view.locator('tbody tr').count()).toBe(server.config.EXCHANGES.length)
    expect(await view.locator('td.best').count()).toBe(2)

    await view.goto(`${address}/?server=${server.url}&key=p2p_wrong`)
    await view.waitForSelector('#state:has-text("invalid_key")')
    expect(faults).toEqual([])
  })
})
