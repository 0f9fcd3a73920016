import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { createMetrics } from './metrics.js'
import { serveMetrics } from './serve-metrics.js'

const start = async () => {
  const metrics = createMetrics()
  const server = await serveMetrics(metrics, 0)
  onTestFinished(() => void server.close())
  return server.address() as AddressInfo
}

const statusFor = async (port: number, host: string): Promise<number | undefined> =>
  new Promise((done, fail) => {
    const asked = request({ host: '127.0.0.1', port, path: '/metrics', headers: { Host: host } }, (answer) => {
      answer.resume()
      done(answer.statusCode)
    })
    asked.on('error', fail).end()
  })

test('metrics are served on loopback and nowhere else', async () => {
  expect((await start()).address).toBe('127.0.0.1')
})

test('metrics answer to loopback names only: no web page reaches them under a name of its own', async () => {
  const { port } = await start()
  for (const host of ['localhost', `127.0.0.1:${port}`, `[::1]:${port}`, 'LOCALHOST:1'])
    expect([host, await statusFor(port, host)]).toEqual([host, 200])
  for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example', 'localhost.evil.example'])
    expect([host, await statusFor(port, host)]).toEqual([host, 403])
})

test('metrics name the running release', async () => {
  const { port } = await start()
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(text).toContain(`p2p_build_info{version="${manifest.version}"} 1`)
})
