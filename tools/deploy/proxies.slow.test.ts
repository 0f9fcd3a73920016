import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { needs } from '@p2p-rates/core/testing'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repository } from '../throw-away-copy.js'
import { type ProxyRequest, requestThroughProxy } from './request-through-proxy.js'
import { makeReverseProxy, type ReverseProxy } from './reverse-proxy.js'
import { testStartAndRedirects } from './test-start-and-redirects.js'

const names = ['nginx', 'caddy'] as const

for (const name of names)
  describe(`behind ${name}, with our file`, needs(name, 'openssl'), () => {
    let running: TestServer
    let front: ReverseProxy
    beforeAll(async () => {
      const settings = { P2P_PROXY_HOPS: '1', P2P_PLANS: '{"Pro":{"streams":1}}' }
      running = await startServer({ historyDays: 1, settings })
      front = await makeReverseProxy(name, join(repository, 'deploy/proxy'), [running.url])
    })
    afterAll(async () => {
      await front.stop()
      await running.stop()
    })
    const ask = (asked: ProxyRequest) => requestThroughProxy(front.port, asked)
    const key = () => ({ 'x-api-key': running.keys.Pro })

    testStartAndRedirects(() => front)

    test('rates come over HTTP/2 and TLS', async () => {
      const { status, headers, body } = await ask({ path: '/api/v1/rates?fiat=UAH', headers: key() })
      expect(status).toBe(200)
      expect(JSON.parse(body.toString())).toMatchObject({ fiat: 'UAH' })
      expect(headers['x-plan']).toBe('Pro')
    })

    test('compressed text is compressed once, by the server', async () => {
      const path = '/api/v1/orderbook?exchange=binance&fiat=UAH&rows=50'
      const headers = { ...key(), 'accept-encoding': 'br, gzip' }
      // The first response may be uncompressed, because the server compresses in the background.
      await expect.poll(async () => (await ask({ path, headers })).headers['content-encoding']).toBe('br')
      const told = await ask({ path, headers })
      expect(JSON.parse(brotliDecompressSync(told.body).toString())).toMatchObject({ exchange: 'binance' })
      const plain = await ask({ path, headers: { ...key(), 'accept-encoding': 'identity' } })
      expect(plain.headers['content-encoding']).toBeUndefined()
    })

    test('the first event of a stream comes through before the stream ends, and a closed reader frees its slot', async () => {
      const path = '/api/v1/stream?fiat=UAH'
      const first = await ask({ path, headers: key(), firstOnly: true })
      expect(first.body.toString()).toContain('event: rates')
      // This plan has one stream: the next is refused until the first is known to be gone.
      await expect.poll(async () => (await ask({ path, headers: key(), firstOnly: true })).status).toBe(200)
    })

    test('the address that is believed is the one that asks, whatever it claims', async () => {
      const wrong = (from: string, claimed: string) =>
        ask({ path: '/api/v1/me', from, headers: { 'x-api-key': 'wrong', 'x-forwarded-for': claimed } })
      const statuses = new Set<number>()
      for (let index = 0; index < 40; index++) statuses.add((await wrong('127.0.0.2', `198.51.100.${index}`)).status)
      // Thirty wrong keys a minute are an address's own.
      expect(statuses).toEqual(new Set([401, 429]))
      expect((await wrong('127.0.0.3', '127.0.0.2')).status).toBe(401)
    })

    test('a body far above what the server takes does not reach it', async () => {
      const headers = { ...key(), 'content-type': 'application/json' }
      const { status, headers: told } = await ask({ path: '/api/v1/webhooks', headers, body: ' '.repeat(200_000) })
      expect(status).toBe(413)
      expect(told['x-request-id']).toBeUndefined()
    })
  })
