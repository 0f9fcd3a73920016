import { expect, onTestFinished, test } from 'vitest'
import { officialOf } from '../central-banks/all.js'
import type { OfficialSource } from '../index.js'
import { fixture, observedAt } from '../testing/fixture-pages.js'
import { createOfficialClient } from './source-clients.js'
import { serveHttp } from './testing/servers.js'

const bank = (fiat: string): OfficialSource => {
  const source = officialOf(fiat)
  if (source === null) throw new Error(`There is no source of ${fiat}.`)
  return source
}

function clientAt(id: string, url: string, limits = {}) {
  const client = createOfficialClient({ baseUrls: { [id]: url }, limits, ports: { now: () => observedAt } })
  onTestFinished(() => client.close())
  return client
}

test('a bank is asked for the day, and its list read', async () => {
  const asked: (string | undefined)[] = []
  const url = await serveHttp((request, response) => {
    asked.push(request.url)
    response.setHeader('X-Simulated', 'true')
    response.end(fixture('officials/nbu.json'))
  })
  const reading = await clientAt('nbu', `${url}/mirror`).fetchOfficial(bank('UAH'))
  const rate = { fiat: 'UAH', rate: 41.2525, source: 'National Bank of Ukraine', day: '2026-10-01' }
  expect(reading).toEqual({ state: 'read', rates: [rate], simulated: true })
  expect(asked).toEqual(['/mirror/NBUStatService/v1/statdirectory/exchange?date=20261001&json='])
})

test('a question in XML goes out as it is', async () => {
  const asked: unknown[] = []
  const url = await serveHttp(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    asked.push(request.method, request.headers['content-type'], body.startsWith('<?xml'))
    response.end(fixture('officials/cba.xml'))
  })
  expect(await clientAt('cba', url).fetchOfficial(bank('AMD'))).toMatchObject({
    state: 'read',
    rates: [{ rate: 383.55 }],
  })
  expect(asked).toEqual(['POST', 'text/xml; charset=utf-8', true])
})

test('what a bank does is a fault, never an exception', async () => {
  const huge = await serveHttp((_, response) => response.end(' '.repeat(600_000)))
  const away = await serveHttp((_, response) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end())
  const silent = await serveHttp(() => {})
  const kindAt = async (url: string, limits = {}) => {
    const reading = await clientAt('nbu', url, limits).fetchOfficial(bank('UAH'))
    return reading.state === 'failed' ? reading.fault.kind : reading.state
  }
  expect(await kindAt(huge)).toBe('too_large')
  expect(await kindAt(away)).toBe('redirect')
  expect(await kindAt(silent, { totalMs: 50 })).toBe('timeout')
  expect(await kindAt('http://127.0.0.1:1')).toBe('network')
})
