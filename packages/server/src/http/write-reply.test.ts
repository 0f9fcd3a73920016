import { once } from 'node:events'
import { get, request, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { closeServer, listen } from './listen.js'
import { writeReply } from './reply.js'
import type { StreamConnection } from './stream/hub.js'

const setUp = async () => {
  let answer: (response: ServerResponse) => void = () => {}
  const asked = new Promise<ServerResponse>((done) => {
    answer = done
  })
  const place = { host: '127.0.0.1', port: 0, maxStreams: 1 }
  const { server, url } = await listen((_, response) => answer(response), place)
  onTestFinished(() => closeServer(server, 0))
  return { url, asked }
}

const takenOver = (response: ServerResponse, withoutBody: boolean) =>
  new Promise<StreamConnection | null>((hijack) => {
    writeReply(response, { status: 200, headers: [], body: null, hijack }, withoutBody)
  })

test('a listener that left before the answer gets the event at once', async () => {
  const { url, asked } = await setUp()
  const caller = get(url).on('error', () => {})
  const response = await asked
  caller.destroy()
  await once(response, 'close')
  const connection = await takenOver(response, false)
  await expect(new Promise<void>((gone) => connection?.onClose(gone))).resolves.toBeUndefined()
})

test('for a HEAD request a stream learns that it has no connection', async () => {
  const { url, asked } = await setUp()
  const answered = once(request(url, { method: 'HEAD' }).end(), 'response')
  expect(await takenOver(await asked, true)).toBeNull()
  expect((await answered)[0]).toMatchObject({ statusCode: 200 })
})
