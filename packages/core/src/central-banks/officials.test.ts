import { describe, expect, test } from 'vitest'
import { fiats } from '../currencies-and-sides.js'
import { checkEach } from '../testing/check-each.js'
import { fixture, observedAt } from '../testing/fixture-pages.js'
import { centralBanks, officialOf } from './all.js'
import { effectiveRate } from './effective-rate.js'
import type { OfficialSource } from './official-source.js'
import { type OfficialReading, readOfficial } from './read-official-rates.js'

const fileOf = ({ id }: OfficialSource): string => `officials/${id}.${id === 'nbu' || id === 'nbg' ? 'json' : 'xml'}`
const listOf = (source: OfficialSource): string => fixture(fileOf(source))
const source = (id: string): OfficialSource => {
  const found = centralBanks.find((known) => known.id === id)
  if (found === undefined) throw new Error(`There is no ${id}.`)
  return found
}

const read = (from: OfficialSource, text: string, answer = {}): OfficialReading =>
  readOfficial(from, { status: 200, contentType: null, retryAfter: null, text, ...answer }, observedAt)
const ratesIn = (reading: OfficialReading) =>
  reading.state === 'read'
    ? Object.fromEntries(reading.rates.map(({ fiat, rate }) => [fiat, rate]))
    : reading.fault.kind

test('every currency has one source at most, and Vietnam alone none', () => {
  for (const fiat of fiats)
    expect(centralBanks.filter((one) => one.fiats.includes(fiat)).length).toBe(fiat === 'VND' ? 0 : 1)
  expect(officialOf('VND')).toBeNull()
  expect(officialOf('UAH')?.id).toBe('nbu')
  expect(officialOf('PLN')?.id).toBe('ecb')
})

describe('what a dollar costs', () => {
  test('says it in its own currency', () =>
    checkEach(
      [
        ['nbu', { UAH: 41.2525 }],
        ['nbk', { KZT: 512.34 }],
        ['nbg', { GEL: 2.7155 }],
        ['cba', { AMD: 383.55 }],
        ['bnm', { MDL: 17.2233 }],
        ['cbar', { AZN: 1.7 }],
        ['nbkr', { KGS: 87.4411 }],
      ] as const,
      ([id, rates]) => expect(ratesIn(read(source(id), listOf(source(id))))).toEqual(rates),
    ))

  test('ecb says what a euro costs, from which a dollar follows, also in euros and dollars', () => {
    expect(ratesIn(read(source('ecb'), listOf(source('ecb'))))).toEqual({
      ...{ PLN: 3.4, EUR: 0.8, USD: 1, CZK: 20, GBP: 0.69, TRY: 40, RON: 4, INR: 84, BRL: 5, PHP: 56, IDR: 16_000 },
    })
  })

  test('says who says so, and for which day', () =>
    checkEach(centralBanks, (one) => {
      const reading = read(one, listOf(one), { simulated: true })
      expect(reading).toMatchObject({ state: 'read', simulated: true })
      if (reading.state === 'read')
        for (const { source: who, day } of reading.rates) expect([who, day]).toEqual([one.name, '2026-10-01'])
    }))

  test('is given per unit, however many units a row lists', () => {
    const hundred = (id: string, before: string, after: string) =>
      ratesIn(read(source(id), listOf(source(id)).replace(before, after)))
    const row = /USD([\s\S]*?)1</
    const swap = (id: string, to: string) => hundred(id, row.exec(listOf(source(id)))?.[0] ?? '', to)
    expect(
      hundred('nbk', '<description>512.34</description>\n<quant>1<', '<description>51234</description>\n<quant>100<'),
    ).toEqual({ KZT: 512.34 })
    expect(hundred('cba', '<Amount>1</Amount><Rate>383.55', '<Amount>100</Amount><Rate>38355')).toEqual({ AMD: 383.55 })
    expect(
      hundred(
        'nbg',
        '"code":"USD","quantity":1,"rateFormated":"2.7155","diffFormated":"0.0011","rate":2.7155',
        '"code":"USD","quantity":10,"rate":27.155',
      ),
    ).toEqual({ GEL: 2.7155 })
    expect(swap('nbg', 'USD","quantity":0,"rate":1<')).toBe('schema_drift')
    expect(hundred('cba', '<Amount>1<', '<Amount>0<')).toBe('schema_drift')
  })
})

describe('the request', () => {
  test('names the day where it can', () =>
    checkEach(
      [
        ['nbu', '/NBUStatService/v1/statdirectory/exchange', { date: '20261001', json: '' }],
        ['nbk', '/rss/get_rates.cfm', { fdate: '01.10.2026' }],
        ['nbg', '/gw/api/ct/monetarypolicy/currencies/en/json/', { date: '2026-10-01' }],
        ['bnm', '/en/official_exchange_rates', { get_xml: 1, date: '01.10.2026' }],
        ['cbar', '/currencies/01.10.2026.xml', undefined],
        ['nbkr', '/XML/daily.xml', undefined],
        ['ecb', '/stats/eurofxref/eurofxref-daily.xml', undefined],
      ] as const,
      ([id, path, query]) => {
        const request = source(id).request('2026-10-01')
        expect({ path: request.path, query: request.query }).toEqual({ path, query })
      },
    ))

  test('of Armenia is a question in XML', () => {
    const { method, headers, text } = source('cba').request('2026-10-01')
    expect({ method, headers }).toEqual({
      method: 'POST',
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '"http://www.cba.am/ExchangeRatesLatest"' },
    })
    expect(text).toContain('<ExchangeRatesLatest xmlns="http://www.cba.am/" />')
  })
})

describe.each(centralBanks)('a hostile $id', (one) => {
  const list = listOf(one)
  const kindOf = (text: string, answer = {}) => {
    const reading = read(one, text, answer)
    return reading.state === 'read' ? 'read' : reading.fault.kind
  }

  test('is a fault and no rate, whatever it sends', () => {
    for (const text of ['', 'null', '[]', '{}', '<a/>', '0', list.slice(0, -20), list.replaceAll('USD', 'XXX')])
      expect(kindOf(text)).toBe('schema_drift')
    expect(kindOf('<!DOCTYPE html><html><body>Just a moment</body></html>')).toBe('blocked')
    expect(kindOf(`${list}${' '.repeat(500_001)}`)).toBe('too_large')
    expect(kindOf(list, { status: 503 })).toBe('unavailable')
    expect(kindOf(list, { status: 403 })).toBe('blocked')
    expect(kindOf(list, { status: 404 })).toBe('schema_drift')
  })

  test('names no day that is far away, or that there is not', () => {
    const onDay = (dotted: string, dashed: string) =>
      list.replaceAll('01.10.2026', dotted).replaceAll('2026-10-01', dashed)
    expect(kindOf(onDay('11.10.2026', '2026-10-11'))).toBe('read')
    expect(kindOf(onDay('12.10.2026', '2026-10-12'))).toBe('bad_response')
    expect(kindOf(onDay('01.08.2026', '2026-08-01'))).toBe('bad_response')
    expect(kindOf(onDay('31.09.2026', '2026-09-31'))).toBe('schema_drift')
  })

  test('names no price that is none', () => {
    const price = /(41\.2525|512\.34|2\.7155,"name|383\.55|17\.2233|1\.7<|87,4411|1\.2500)/
    for (const wrong of ['0', '-1', 'NaN', '0.00000001', '99999999999'])
      expect(kindOf(list.replace(price, (found) => found.replace(/^[\d.,]+\d/, wrong)))).not.toBe('read')
  })
})

describe('the rate in force', () => {
  const on = (day: string, rate = 41) => ({ rate, source: 'A bank', day })
  const rates = [on('2026-11-20', 1), on('2026-11-23', 2), on('2026-11-24', 3)]
  const found = (day: string, known = rates) => effectiveRate(known, day)?.rate ?? null

  test('is that of the day, and on a day without one the newest before it', () => {
    expect(found('2026-11-23')).toBe(2)
    expect(found('2026-11-22')).toBe(1)
    expect(found('2026-11-30')).toBe(3)
    expect(found('2026-11-23', rates.toReversed())).toBe(2)
  })

  test('is the next one where none has begun', () => {
    expect(found('2026-11-22', rates.slice(1))).toBe(2)
  })

  test('is none where a bank has been silent for more than two weeks', () => {
    expect(found('2026-12-08')).toBe(3)
    expect(found('2026-12-09')).toBeNull()
    expect(found('2026-11-05')).toBeNull()
    expect(found('2026-11-23', [])).toBeNull()
  })
})
