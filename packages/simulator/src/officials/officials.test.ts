import { centralBanks } from '@p2p-rates/core'
import { spotTickers } from '@p2p-rates/core/internal'
import { createOfficialClient, createSpotClient } from '@p2p-rates/core/node'
import { expect, onTestFinished, test } from 'vitest'
import { usdtUsdHistory } from '../central-banks/spot-ticker-answers.js'
import { startSimulator } from '../simulator.js'
import { currencies } from '../world/currencies.js'

const nowMs = Date.UTC(2026, 10, 23, 9)

async function open(seed = 7, now = () => nowMs) {
  const simulator = await startSimulator({ seed, exchanges: ['binance'], now })
  const client = createOfficialClient({ baseUrls: simulator.officials.urls, ports: { now: () => nowMs } })
  onTestFinished(async () => {
    await Promise.all([client.close(), simulator.close()])
  })
  const rates = async () => {
    const readings = await Promise.all(centralBanks.map((source) => client.fetchOfficial(source)))
    return readings.flatMap((reading) => {
      if (reading.state === 'failed') throw new Error(reading.fault.message)
      expect(reading.simulated).toBe(true)
      return reading.rates
    })
  }
  return { simulator, rates }
}

test('every central bank is read, and says what a dollar costs in this world', async () => {
  const { rates, simulator } = await open()
  const known = await rates()
  expect(known.map(({ fiat }) => fiat).toSorted()).toEqual(
    Object.keys(currencies)
      .filter((fiat) => fiat !== 'VND')
      .toSorted(),
  )
  for (const { fiat, rate, day } of known) {
    expect(day).toBe('2026-11-23')
    expect(Math.abs(rate / currencies[fiat].level - 1)).toBeLessThan(0.08)
  }
  expect(known.find(({ fiat }) => fiat === 'USD')?.rate).toBe(1)
  expect(simulator.officials.requests()).toBe(centralBanks.length)
})

test('the same seed says the same, another one something else', async () => {
  const [one, same, other] = [
    await (await open(7)).rates(),
    await (await open(7)).rates(),
    await (await open(8)).rates(),
  ]
  expect(same).toEqual(one)
  expect(other).not.toEqual(one)
})

test('both spot exchanges say the same of USDT in dollars', async () => {
  const { simulator } = await open()
  const client = createSpotClient({ baseUrls: simulator.officials.urls, ports: { now: () => nowMs } })
  onTestFinished(() => client.close())
  const readings = await Promise.all(spotTickers.map((ticker) => client.fetchUsdtUsd(ticker)))
  const rates = readings.map((reading) => (reading.state === 'read' ? reading.usdtUsd.rate : reading.fault.message))
  expect(readings).toMatchObject([
    { simulated: true, usdtUsd: { source: 'Kraken', observedAtMs: nowMs } },
    { simulated: true, usdtUsd: { source: 'Coinbase', observedAtMs: nowMs } },
  ])
  expect(rates[0]).toBe(rates[1])
  expect(Math.abs(Number(rates[0]) - 1)).toBeLessThanOrEqual(0.000_5)
})

test('the past of USDT/USD is what Kraken would have said then, once a day in the hour of the fixing', async () => {
  let atMs = nowMs
  const { simulator } = await open(7, () => atMs)
  const client = createSpotClient({ baseUrls: simulator.officials.urls, ports: { now: () => atMs } })
  onTestFinished(() => client.close())
  const [kraken] = spotTickers
  if (kraken === undefined) throw new Error('There is no spot exchange.')
  const past = usdtUsdHistory({ seed: 7, fromMs: nowMs - 4 * 86_400_000, toMs: nowMs })
  expect(past.map(({ observedAtMs }) => new Date(observedAtMs).toISOString())).toEqual(
    ['19', '20', '21', '22'].map((day) => `2026-11-${day}T12:15:00.000Z`),
  )
  for (const usdtUsd of past) {
    atMs = usdtUsd.observedAtMs
    expect(await client.fetchUsdtUsd(kraken)).toEqual({ state: 'read', usdtUsd, simulated: true })
  }
})
