import { expect, test } from 'vitest'
import { createLog } from '../base/log/log.js'
import { createMetrics } from '../base/metrics/metrics.js'
import { createRequestCounts } from '../history/source-status/status-service.js'
import { createMarketLog } from './market-log.js'

const setUp = () => {
  const lines: string[] = []
  const log = createLog('info', (line) => {
    const { message, exchange = '', fiat = '' } = JSON.parse(line) as Record<string, string>
    lines.push([message, exchange, fiat].filter((word) => word !== '').join(' '))
  })
  const metrics = createMetrics()
  return { lines, note: createMarketLog(log, metrics, createRequestCounts()), metrics }
}
const fault = { kind: 'network', message: 'getaddrinfo ENOTFOUND' } as const
const fiats = ['UAH', 'EUR', 'PLN']
const sides = ['BUY', 'SELL'] as const

test('an outage of an exchange is one line when it begins and one when its last market answers again', async () => {
  const { lines, note, metrics } = setUp()
  for (let cycle = 0; cycle < 3; cycle++)
    for (const fiat of fiats)
      for (const side of sides) note({ kind: 'fault', exchange: 'okx', fiat, side, fault, news: cycle === 0 })
  note({ kind: 'breaker_opened', exchange: 'okx', fault: 'network', forMs: 1_000 })
  note({ kind: 'breaker_closed', exchange: 'okx' })
  for (const fiat of fiats) for (const side of sides) note({ kind: 'recovered', exchange: 'okx', fiat, side })
  expect(lines).toEqual(['an exchange does not answer as it should okx UAH', 'an exchange answers again okx'])
  expect(await metrics.renderMetrics()).toContain('p2p_exchange_faults_total{exchange="okx",kind="network"} 18')

  note({ kind: 'fault', exchange: 'okx', fiat: 'UAH', side: 'BUY', fault, news: true })
  expect(lines).toHaveLength(3)
})

test('the outages of two exchanges are separate', () => {
  const { lines, note } = setUp()
  for (const exchange of ['okx', 'bybit'] as const)
    note({ kind: 'fault', exchange, fiat: 'UAH', side: 'BUY', fault, news: true })
  note({ kind: 'recovered', exchange: 'bybit', fiat: 'UAH', side: 'BUY' })
  expect(lines.at(-1)).toBe('an exchange answers again bybit')
  expect(lines).toHaveLength(3)
})

test('a disk that takes no prices is one line, and one when it takes them again', () => {
  const { lines, note } = setUp()
  const published = { kind: 'published', version: 1, exchanges: 6 } as const
  for (let cycle = 0; cycle < 3; cycle++)
    for (const fiat of fiats) {
      note({ kind: 'not_recorded', fiat, error: new Error('full') })
      note({ ...published, fiat })
    }
  expect(lines).toEqual(['prices are served but not recorded UAH'])
  for (const fiat of fiats) note({ ...published, fiat })
  expect(lines).toEqual(['prices are served but not recorded UAH', 'prices are recorded again'])
})
