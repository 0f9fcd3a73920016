import { once } from 'node:events'
import { get, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { closeServer, listen } from './listen.js'
import { writeReply } from './write-reply.js'

test('a listener who went away before the answer was made is told to have gone', async () => {
  let answer: (response: ServerResponse) => void = () => {}
  const asked = new Promise<ServerResponse>((done) => {
    answer = done
  })
  const { server, url } = await listen((_, response) => answer(response), {
    host: '127.0.0.1',
    port: 0,
    maxStreams: 1,
  })
  const caller = get(url).on('error', () => {})
  const response = await asked
  caller.destroy()
  await once(response, 'close')
  const gone = new Promise<void>((done) => {
    writeReply(response, { status: 200, headers: [], body: null, takeOver: (connection) => connection?.onClose(done) })
  })
  await expect(gone).resolves.toBeUndefined()
  await closeServer(server, 0)
})
