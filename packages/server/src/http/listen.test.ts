import { once } from 'node:events'
import { Agent, get, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { closeServer, listen } from './listen.js'

const anywhere = { host: '127.0.0.1', port: 0, maxStreams: 10 }

test('a caller who never reads the refusal, nor that we have ended, is cut off', async () => {
  const { server, url } = await listen(() => {}, anywhere)
  const caller = connect(Number(new URL(url).port), '127.0.0.1')
  const [accepted] = (await once(server, 'connection')) as [Socket]
  // Nobody listens for data: nothing is ever read.
  caller.write('NONSENSE\r\n\r\n')
  await once(accepted, 'close')
  expect(accepted.bytesWritten).toBeGreaterThan(0)
  caller.destroy()
  await closeServer(server, 60_000)
})

test('a stop does not wait for a connection that was busy when it began and has its answer', async () => {
  let answer: (response: ServerResponse) => void = () => {}
  const asked = new Promise<ServerResponse>((done) => {
    answer = done
  })
  const { server, url } = await listen((_, response) => answer(response), anywhere)
  const agent = new Agent({ keepAlive: true })
  const answered = once(get(url, { agent }), 'response')
  const response = await asked
  const closed = closeServer(server, 60_000)
  response.end('done')
  const [incoming] = await answered
  incoming.resume()
  await closed
  expect(incoming.statusCode).toBe(200)
  agent.destroy()
})

test('what is still under way after the grace is cut', async () => {
  const { server, url } = await listen(() => {}, anywhere)
  const failed = once(get(url), 'error')
  await once(server, 'request')
  await closeServer(server, 10)
  expect((await failed)[0]).toMatchObject({ code: 'ECONNRESET' })
})
