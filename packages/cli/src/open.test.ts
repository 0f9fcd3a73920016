import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { quote } from '@p2p-rates/contract'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { makeHome, runnerIn, windowRunnerIn } from './testing/run-p2p.js'

const { home, remove } = makeHome()
const p2p = runnerIn(home)
const onTerminal = windowRunnerIn(home)

afterAll(remove)

let scenes = 0

async function sceneOf(fill: object, headers: Record<string, string> = {}) {
  const answer = { ...quote.example, fills: [{ ...quote.example.fills[0], ...fill }] }
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  // Not named after the port: the system may give a port to two scenes, one after the other.
  const visited = join(home, `visited-${++scenes}`)
  const browser = `${visited}.sh`
  // Its words arrive as they are: no shell has read them.
  writeFileSync(browser, `#!/bin/sh\nprintf '%s|' "$@" > ${visited}.part && mv ${visited}.part ${visited}\n`)
  chmodSync(browser, 0o755)
  const env = { P2P_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, BROWSER: browser }
  return { env, visited }
}

const words = ['quote', '--open', '--amount', '50000']
const url = 'https://www.okx.com/p2p/ads-merchant?publicUserId=a1'
const okx = { exchange: 'okx', nickname: 'Kyiv Desk', url }

test('open sends the browser to the ad that quote names first, and to nothing else', async () => {
  const { env, visited } = await sceneOf(okx)
  const { code, text } = await onTerminal(words, { env })
  expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining(url) })
  await expect.poll(() => existsSync(visited)).toBe(true)
  expect(readFileSync(visited, 'utf8')).toBe(`${url}|`)
})

test('into a pipe the address is printed and nothing is opened', async () => {
  const { env, visited } = await sceneOf(okx)
  expect(await p2p(words, { env })).toEqual({ code: 0, out: `${url}\n`, err: 'Kyiv Desk on OKX:\n' })
  expect(existsSync(visited)).toBe(false)
})

test('where no browser can be opened, the address is printed', async () => {
  const { env } = await sceneOf(okx)
  const { code, text } = await onTerminal(words, { env: { ...env, BROWSER: '/nowhere/browser' } })
  expect({ code, text }).toEqual({ code: 0, text: `Kyiv Desk on OKX:\n${url}\n` })
})

test('an ad that leads elsewhere than to a page of its exchange is not followed', async () => {
  const elsewhere = [
    'https://okx.com.evil.example/p2p',
    'http://www.okx.com/p2p',
    'javascript:alert(1)',
    '$(touch x)',
    null,
  ]
  for (const bad of elsewhere) {
    const { env, visited } = await sceneOf({ ...okx, url: bad })
    const { code, text } = await onTerminal(words, { env })
    expect.soft({ bad, code, isVisited: existsSync(visited) }).toEqual({ bad, code: 1, isVisited: false })
    expect.soft(text.replace(/\s+/g, ' ')).toContain('Search for Kyiv Desk there')
  }
})

test('a simulated ad is never opened: it is nowhere', async () => {
  const { env, visited } = await sceneOf(okx, { 'x-simulated': 'true' })
  const { code, text } = await onTerminal(words, { env })
  expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining('Simulated ads have no address.') })
  expect(text).not.toContain('https:')
  expect(existsSync(visited)).toBe(false)
})

test('a quote links to its ads on a terminal that follows links, and nowhere else', async () => {
  const { env } = await sceneOf(okx)
  const quoted = ['quote', '--amount', '50000']
  const linking = await onTerminal(quoted, { env: { ...env, FORCE_HYPERLINK: '1' } })
  expect(linking.raw).toContain(`\x1b]8;;${url}\x1b\\OKX\x1b]8;;\x1b\\`)
  const usual = await onTerminal(quoted, { env })
  expect(usual.raw).not.toContain('\x1b]8')
  const asText = await onTerminal([...quoted, '--links'], { env, columns: 140 })
  expect(asText.text).toContain(url)
  expect(usual.text).toMatch(
    /Kyiv Desk: accepts 1,000 to 30,000 UAH; 640 orders, 98\.70 % completed; pay with Monobank/,
  )
})
