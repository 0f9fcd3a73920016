import { centralBanks, exchangeIds } from '@p2p-rates/core'
import { expect, test } from 'vitest'
import { readConfig } from '../base/config.js'
import { officialSourcesOf, spotTickersOf } from './settings.js'

const officialIds = centralBanks.map(({ id }) => id)
const everywhereElse = exchangeIds.map((id) => `${id}=http://127.0.0.1:1`).join(',')
const asked = (settings: Readonly<Record<string, string>>) =>
  officialSourcesOf(readConfig(settings).config).map(({ id }) => id)

test('central banks of all collected currencies are asked, unless none shall be', () => {
  expect(asked({})).toEqual(officialIds)
  expect(asked({ P2P_FIATS: 'UAH,PLN' })).toEqual(['ecb', 'nbu'])
  expect(asked({ P2P_FIATS: 'VND' })).toEqual([])
  expect(asked({ P2P_OFFICIAL_RATES: 'off' })).toEqual([])
})

test('a server with simulated exchanges alone reads no real bank', () => {
  expect(asked({ P2P_EXCHANGE_URLS: everywhereElse })).toEqual([])
  expect(asked({ P2P_EXCHANGE_URLS: `${everywhereElse},nbu=http://127.0.0.1:2` })).toEqual(['nbu'])
  expect(asked({ P2P_EXCHANGES: 'okx', P2P_EXCHANGE_URLS: 'okx=http://127.0.0.1:1' })).toEqual([])
})

test('a mirror of one exchange keeps no bank from being asked', () => {
  expect(asked({ P2P_EXCHANGE_URLS: 'okx=http://127.0.0.1:1' })).toEqual(officialIds)
})

test('spot exchanges follow the same rules', () => {
  const read = (settings: Readonly<Record<string, string>>) =>
    spotTickersOf(readConfig(settings).config).map(({ id }) => id)
  expect(read({ P2P_FIATS: 'VND' })).toEqual(['kraken', 'coinbase'])
  expect(read({ P2P_OFFICIAL_RATES: 'off' })).toEqual([])
  expect(read({ P2P_EXCHANGE_URLS: everywhereElse })).toEqual([])
  expect(read({ P2P_EXCHANGE_URLS: `${everywhereElse},coinbase=http://127.0.0.1:2` })).toEqual(['coinbase'])
})
