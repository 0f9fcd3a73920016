import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rates } from '@p2p-rates/contract'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { runCommand } from './run-command.js'
import { environmentOf, makeHome } from './testing/run-p2p.js'

const { home, remove } = makeHome()
afterAll(remove)

test.each(['watch', 'stream'])('%s waits for a quiet market: --timeout is for the first answer', async (command) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const event = (id: number) => `id: ${id}\nevent: rates\ndata: ${JSON.stringify(rates.example)}\n\n`
  let answer: ServerResponse | undefined
  const quiet = createServer((request, response) => {
    if (!request.url?.includes('/stream')) return void response.writeHead(404).end()
    answer = response.writeHead(200, { 'content-type': 'text/event-stream' })
    answer.write(event(1))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    quiet.closeAllConnections()
    quiet.close()
  })
  await once(quiet, 'listening')
  const url = `http://127.0.0.1:${(quiet.address() as AddressInfo).port}`
  let said = ''
  let isFirst = true
  const write = (text: string | Uint8Array) => {
    said += text
    if (!isFirst || !said.includes('}\n')) return
    isFirst = false
    void vi.advanceTimersByTimeAsync(10_000).then(() => answer?.write(event(2)))
  }
  const code = await runCommand([command, '--ndjson', '--limit', '2', '--timeout', '2', '--server', url], {
    out: { write },
    err: { write: () => {} },
    inIsTty: false,
    readInput: async () => '',
    environment: environmentOf(home),
    folder: home,
    setInterruptHandler: () => {},
  })
  expect({ code, updates: said.match(/"fiat":"UAH"/g)?.length }).toEqual({ code: 0, updates: 2 })
})
