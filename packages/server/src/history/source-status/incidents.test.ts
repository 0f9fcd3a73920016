import { expect, test } from 'vitest'
import { minuteMs } from '../history-stores.js'
import { incidentsOf } from './incidents.js'
import { anUptime } from './testing/an-uptime.js'

const start = Date.UTC(2026, 10, 21, 12)
const watched = { exchanges: ['binance', 'bybit', 'okx'], fiats: ['UAH', 'EUR', 'MDL'] }

/** Incidents, in a line each: `bybit blocked 3-20 UAH EUR (blocked)`; what goes on ends with a dash. */
const told = (sources: Readonly<Record<string, string>>) =>
  incidentsOf(anUptime(start, sources), watched).map(({ kind, exchange, cause, fiats, startMs, endMs }) => {
    const minute = (ms: number) => (ms - start) / minuteMs
    const span = `${minute(startMs)}-${endMs === null ? '' : minute(endMs)}`
    return [exchange ?? 'all', kind, span, ...fiats, ...(cause === null ? [] : [`(${cause})`])].join(' ')
  })

test('normal operation, an empty list and an untraded currency are no incidents', () => {
  expect(told({ 'UAH okx': 'l*600', 'EUR okx': 'e*600', 'MDL okx': 'u*600' })).toEqual([])
  expect(told({})).toEqual([])
})

test('an incident has its cause and the minutes of its start and end', () => {
  expect(told({ 'UAH okx': 'l*60 s*30 l*60', 'UAH bybit': 'l*150' })).toEqual(['okx stale 60-90 UAH (unavailable)'])
  expect(told({ 'UAH okx': 'l*60 f*30', 'UAH bybit': 'l*90' })).toEqual(['okx frozen 60- UAH'])
})

test('the cause is the one that was seen most', () => {
  expect(told({ 'UAH okx': 'l s*20 n*10 l*5', 'UAH bybit': 'l*36' })).toEqual(['okx stale 1-31 UAH (unavailable)'])
})

test('currencies of an exchange that fall out one after the other fall out of one thing', () => {
  const bybit = { 'UAH bybit': 'l*60 b*120', 'EUR bybit': 'l*68 b*112', 'MDL bybit': 'u*180' }
  expect(told({ ...bybit, 'UAH okx': 'l*180' })).toEqual(['bybit blocked 60- UAH EUR (blocked)'])
})

test('of what began together that alone goes on which is not over', () => {
  const okx = { 'UAH okx': 'l*10 s*50', 'EUR okx': 'l*12 s*20 l*28', 'MDL okx': 'l*14 s*20 l*26' }
  expect(told({ ...okx, 'UAH bybit': 'l*60' })).toEqual([
    'okx stale 10- UAH (unavailable)',
    'okx stale 12-34 EUR MDL (unavailable)',
  ])
})

test('what one currency has had for long does not swallow what happens to another', () => {
  expect(told({ 'UAH okx': 'l*100 f*40 l*60', 'EUR okx': 'f*200', 'UAH bybit': 'l*200' })).toEqual([
    'okx frozen 0- EUR',
    'okx frozen 100-140 UAH',
  ])
})

test('exchanges and troubles are separate incidents', () => {
  const sources = { 'UAH okx': 'l*10 h*20 l*10', 'UAH bybit': 'l*10 b*20 l*10', 'UAH binance': 'l*40' }
  expect(told(sources).toSorted()).toEqual([
    'bybit blocked 10-30 UAH (blocked)',
    'okx held_out 10-30 UAH (implausible)',
  ])
})

test('of what goes on that stands first which touches most', () => {
  const bybit = { 'UAH bybit': 'b*115', 'EUR bybit': 'b*115', 'MDL bybit': 'b*115' }
  expect(told({ ...bybit, 'UAH okx': 'l*60 h*55' }).map((line) => line.split(' ')[0])).toEqual(['bybit', 'okx'])
})

test('what goes on stands first, then the newest', () => {
  const sources = { 'UAH okx': 'l*5 s*10 l*100', 'UAH bybit': 'b*115', 'EUR okx': 'l*60 f*20 l*35' }
  expect(told(sources).map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
    'bybit blocked 0-',
    'okx frozen 60-80',
    'okx stale 5-15',
  ])
})

test('a moment is no incident, and trouble that comes back soon is the same incident', () => {
  expect(told({ 'UAH okx': 'l*20 s*4 l*20', 'UAH bybit': 'l*44' })).toEqual([])
  expect(told({ 'UAH okx': 'l*20 s*6 l*15 s*6 l*9', 'UAH bybit': 'l*56' })).toEqual([
    'okx stale 20-47 UAH (unavailable)',
  ])
  expect(told({ 'UAH okx': 'l*20 s*6 l*16 s*6 l*9', 'UAH bybit': 'l*57' })).toHaveLength(2)
})

test('when no exchange answers because the line is down, there is one incident for all', () => {
  const sources = {
    'UAH okx': 'l*60 n*40 l*20',
    'EUR okx': 'l*63 n*38 l*19',
    'MDL okx': 'u*120',
    'UAH bybit': 'l*62 n*40 l*18',
  }
  expect(told(sources)).toEqual(['all offline 63-100 UAH EUR MDL (network)'])
})

test('one exchange alone is no proof of a broken line, nor are answers that refuse', () => {
  expect(told({ 'UAH okx': 'l*10 n*30' })).toEqual(['okx stale 10- UAH (network)'])
  expect(told({ 'UAH okx': 'l*10 n*30', 'UAH bybit': 'l*10 b*30' }).toSorted()).toEqual([
    'bybit blocked 10- UAH (blocked)',
    'okx stale 10- UAH (network)',
  ])
})

test('trouble that outlasts the broken line by far is an incident of its own', () => {
  const sources = { 'UAH okx': 'l*10 n*10 s*200', 'UAH bybit': 'l*10 n*10 l*200', 'UAH binance': 'l*10 n*10 l*200' }
  expect(told(sources)).toEqual(['okx stale 10- UAH (unavailable)', 'all offline 10-20 UAH EUR MDL (network)'])
})

test('a server that did not look says so, from its last look to its next', () => {
  expect(told({ 'UAH okx': 'l*30 .*90 l*10', 'UAH bybit': 'l*30 .*91 l*9' })).toEqual([
    'all unobserved 30-120 UAH EUR MDL',
  ])
  expect(told({ 'UAH okx': '.*30 l*10 .*4 l*10' })).toEqual([])
})

test('a restart does not end what went on before and after it; a long night does', () => {
  expect(told({ 'UAH okx': 'b*30 .*10 b*30', 'UAH bybit': 'l*70' })).toEqual(['okx blocked 0- UAH (blocked)'])
  expect(told({ 'UAH okx': 'b*30 .*200 b*30', 'UAH bybit': 'l*260' })).toEqual([
    'okx blocked 230- UAH (blocked)',
    'okx blocked 0-30 UAH (blocked)',
  ])
  expect(told({ 'UAH okx': 'l*30 .*200', 'UAH bybit': 'l*230' })).toEqual([])
})

test('exchanges and currencies that are no longer watched are not returned', () => {
  expect(told({ 'UAH kucoin': 'b*30', 'GBP okx': 'b*30', 'UAH okx': 'l*30' })).toEqual([])
})
