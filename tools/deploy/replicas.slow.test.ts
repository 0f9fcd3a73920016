import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { needs } from '@p2p-rates/core/testing'
import { readConfig } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repository } from '../throw-away-copy.js'
import { type FakeServer, startFakeServer } from './fake-server.js'
import { requestThroughProxy } from './request-through-proxy.js'
import { makeReverseProxy, type ReverseProxy } from './reverse-proxy.js'
import { testStartAndRedirects } from './test-start-and-redirects.js'

const replicasFolder = join(repository, 'examples/self-host/replicas')
const names = ['nginx', 'caddy', 'haproxy'] as const

for (const name of names)
  describe(`three servers behind ${name}, with our file`, needs(name, 'openssl'), () => {
    let servers: readonly FakeServer[]
    let front: ReverseProxy
    const streams: IncomingMessage[] = []
    beforeAll(async () => {
      servers = await Promise.all(['one', 'two', 'three'].map(startFakeServer))
      front = await makeReverseProxy(
        name,
        replicasFolder,
        servers.map(({ url }) => url),
      )
    })
    afterAll(async () => {
      for (const stream of streams) stream.destroy()
      for (const { stop } of servers) stop()
      await front.stop()
    })

    const ask = async (path: string, body?: string) => {
      const told = await requestThroughProxy(front.port, { path, ...(body === undefined ? {} : { body }) })
      return { status: told.status, text: told.body.toString() }
    }
    const timesAsked = (what: string) => servers.flatMap(({ asked }) => asked).filter((one) => one === what).length
    const openStream = (): Promise<string> =>
      new Promise((done, fail) => {
        const place = { port: front.port, host: '127.0.0.1', servername: 'localhost', path: '/stream' }
        const headers = { Host: `localhost:${front.port}` }
        const asked = request({ ...place, headers, agent: false, rejectUnauthorized: false }, (answer) => {
          streams.push(answer.on('error', () => {}))
          answer.once('data', (piece: Buffer) => done(piece.toString()))
          answer.once('end', () => fail(new Error('The stream has ended.')))
        })
        asked.once('error', fail).end()
      })

    testStartAndRedirects(() => front)

    test('streams come through unbuffered, and every server has an equal number', async () => {
      const answering = new Set<string>()
      await expect.poll(async () => answering.add((await ask('/x')).text).size).toBe(3)
      for (let stream = 0; stream < 9; stream++) expect(await openStream()).toMatch(/^data: (?:one|two|three)\n\n$/)
      expect(servers.map((server) => server.streams.size)).toEqual([3, 3, 3])
    })

    /** Over HTTP/2 HAProxy says that the stream was refused: a caller may ask again, and knows nothing of the first time. */
    const brokenOff = (body?: string) =>
      ask('/break', body).then(
        ({ status }) => status,
        ({ message }: Error) => message,
      )
    const inItsWords = name === 'haproxy' ? 'Stream closed with error code NGHTTP2_REFUSED_STREAM' : 502

    test('a POST that was sent is never sent again', async () => {
      expect(await brokenOff('{}')).toBe(inItsWords)
      expect(timesAsked('POST /break')).toBe(1)
    })

    test('a GET that was sent is sent once more at most, and only by nginx', async () => {
      expect(await brokenOff()).toBe(inItsWords)
      expect(timesAsked('GET /break')).toBe(name === 'nginx' ? 2 : 1)
      // The proxy uses a server again a few seconds after it broke a connection.
      const answering = new Set<string>()
      await expect.poll(async () => answering.add((await ask('/x')).text).size).toBe(3)
    })

    test.skipIf(name === 'nginx')(
      'a server that says that it stops is asked no more, and again when it is ready',
      async () => {
        const [one] = servers
        if (one === undefined) throw new Error('There are three.')
        one.isReady = false
        const askedOf = async () => {
          const before = one.asked.length
          for (let time = 0; time < 6; time++) expect((await ask('/x')).status).toBe(200)
          return one.asked.length - before
        }
        await expect.poll(askedOf).toBe(0)
        await expect.poll(() => [name, one.streams.size]).toEqual([name, name === 'haproxy' ? 0 : 3])
        one.isReady = true
        await expect.poll(askedOf).toBeGreaterThan(0)
      },
    )

    test('when a server has gone, every request is answered by the remaining ones, from the first on', async () => {
      const [one] = servers
      one?.stop()
      for (let time = 0; time < 12; time++) expect(['two', 'three']).toContain((await ask('/x')).text)
      for (let time = 0; time < 4; time++) expect((await ask('/x', '{}')).status).toBe(200)
    })
  })

describe('the compose file', () => {
  const text = readFileSync(join(replicasFolder, 'compose.yaml'), 'utf8')

  test('mounts files that exist, and pins images of others by their full version', () => {
    const mounted = [...text.matchAll(/- (\.\/[^:\s]+):\//g)].map(([, path]) => path ?? '')
    expect(mounted).toEqual(['./Caddyfile'])
    expect(mounted.filter((path) => !existsSync(join(replicasFolder, path)))).toEqual([])
    expect(existsSync(join(replicasFolder, '../../..', 'deploy/Dockerfile'))).toBe(true)
    const images = [...text.matchAll(/image: (\S+)/g)].map(([, image]) => image ?? '')
    expect(images.length).toBe(4)
    for (const image of images) expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?-alpine$|^p2p-rates:/)
  })

  test('has three equal servers, and only Caddy is reached from outside', () => {
    expect(text.match(/^ {2}server-\d: \*server$/gm)).toHaveLength(3)
    expect(text.match(/^ {4}ports:/gm)).toHaveLength(1)
    expect(text).toContain('UPSTREAMS: server-1:8080 server-2:8080 server-3:8080')
    expect(Number(/stop_grace_period: (\d+)s/.exec(text)?.[1])).toBeGreaterThan(45)
  })

  test('its Valkey forgets no count, and its secrets come as files', () => {
    expect(text).toContain('--maxmemory-policy, noeviction')
    for (const secret of ['DATABASE_URL', 'MASTER_KEY'])
      expect(text).toContain(`P2P_${secret}_FILE: /run/secrets/${secret.toLowerCase()}`)
  })

  test('sets what the server knows', () => {
    const names = [
      ...`${text}${readFileSync(join(replicasFolder, '.env.example'), 'utf8')}`.matchAll(/\b(P2P_\w+)[:=]/g),
    ]
    expect(warningsAbout(names.map(([, setting]) => setting ?? ''))).toEqual([])
  })
})

/** Use empty values, because the server detects unknown settings by name. */
function warningsAbout(settings: readonly string[]) {
  const known = settings.filter((name) => !/_FILE$/.test(name))
  return readConfig(Object.fromEntries(known.map((name) => [name, '']))).warnings
}
