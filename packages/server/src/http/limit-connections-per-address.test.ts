import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { isLocalHost, isLoopback } from '../base/local-and-unencrypted-addresses.js'
import { closeServer, limitConnectionsPerAddress, listen } from './listen.js'

const setUp = async (isTrusted: (address: string) => boolean) => {
  const { server, url } = await listen((_, response) => response.end('here'), {
    host: '127.0.0.1',
    port: 0,
    maxStreams: 10,
  })
  limitConnectionsPerAddress(server, { most: 3, isTrusted })
  onTestFinished(() => closeServer(server, 0))
  const open = async (): Promise<{ socket: Socket; answered: boolean }> => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
    const answered = await Promise.race([
      once(socket, 'data').then(() => true),
      new Promise<boolean>((done) => socket.once('close', () => done(false))),
    ])
    return { socket, answered }
  }
  return { server, open }
}

test('one address has a limited number of connections; each closed one makes room for another', async () => {
  const { server, open } = await setUp(() => false)
  const first = await open()
  expect([first.answered, (await open()).answered, (await open()).answered]).toEqual([true, true, true])
  expect([(await open()).answered, (await open()).answered]).toEqual([false, false])
  const gone = new Promise<void>((done) => {
    const look = () => server.getConnections((_, count) => (count < 3 ? done() : setImmediate(look)))
    look()
  })
  first.socket.destroy()
  await gone
  expect((await open()).answered).toBe(true)
  expect((await open()).answered).toBe(false)
})

test('connections from this machine are not counted, since a proxy may run there', async () => {
  const { open } = await setUp(isLoopback)
  for (let count = 0; count < 8; count++) expect((await open()).answered).toBe(true)
  expect(['127.0.0.1', '127.9.9.9', '::ffff:127.0.0.1', '::1'].every(isLoopback)).toBe(true)
  expect(['128.0.0.1', '10.127.0.1', '::ffff:8.8.8.8', '2001:db8::1', '::11'].some(isLoopback)).toBe(false)
})

test('a name on the internet is not this machine, whatever it begins with', () => {
  const local = ['localhost', 'localhost:8080', '127.0.0.1:80', '127.9.9.9', '[::1]', '[::1]:8080']
  expect(local.filter((host) => !isLocalHost(host))).toEqual([])
  const foreign = ['127.evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.1', '', undefined]
  expect(foreign.filter(isLocalHost)).toEqual([])
})
