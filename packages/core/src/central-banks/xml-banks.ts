import type { Fiat } from '../currencies-and-sides.js'
import { readDecimal, readInteger } from '../read-number-text.js'
import { dayFromDots, dayOfInstant, withDots } from './list-days.js'
import type { OfficialSource } from './official-source.js'
import { childrenNamed, elementAt, readXml, textAt, type XmlElement } from './read-xml.js'

/** A bank whose XML list has a row for each currency: the price of `units` of it in the bank's own currency. */
type XmlBank = Pick<OfficialSource, 'id' | 'name' | 'origin' | 'request'> & {
  readonly fiat: Fiat
  readonly day: (list: XmlElement) => string | null
  readonly rows: (list: XmlElement) => readonly XmlElement[]
} & Readonly<Record<'code' | 'units' | 'value', (row: XmlElement) => string>>

const xmlBank = ({ id, name, origin, fiat, request, day, rows, code, units, value }: XmlBank): OfficialSource => ({
  id,
  name,
  origin,
  fiats: [fiat],
  publishedByHour: 1,
  request,
  read: (text) => {
    const list = readXml(text)
    const dollar = list && rows(list).find((row) => code(row) === 'USD')
    const listDay = list && day(list)
    if (!dollar || listDay === null) return null
    const count = readInteger(units(dollar), 6)
    const price = readDecimal(value(dollar))
    return count !== null && price !== null && count > 0 && price > 0
      ? { day: listDay, perDollar: new Map([[fiat, price / count]]) }
      : null
  },
})

const all = (name: string) => (parent: XmlElement) => childrenNamed(parent, name)
const text = (name: string) => (parent: XmlElement) => textAt(parent, name)
const attribute = (name: string) => (element: XmlElement) => element.attributes.get(name) ?? ''
const dateOfList = (list: XmlElement) => dayFromDots(attribute('Date')(list))

export const nbk = xmlBank({
  id: 'nbk',
  name: 'National Bank of Kazakhstan',
  origin: 'https://nationalbank.kz',
  fiat: 'KZT',
  request: (day) => ({ method: 'GET', path: '/rss/get_rates.cfm', query: { fdate: withDots(day) } }),
  day: (list) => dayFromDots(textAt(list, 'date')),
  rows: all('item'),
  code: text('title'),
  units: text('quant'),
  value: text('description'),
})

const latestRates = ['Body', 'ExchangeRatesLatestResponse', 'ExchangeRatesLatestResult']

export const cba = xmlBank({
  id: 'cba',
  name: 'Central Bank of Armenia',
  origin: 'https://api.cba.am',
  fiat: 'AMD',
  request: () => ({
    method: 'POST',
    path: '/exchangerates.asmx',
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '"http://www.cba.am/ExchangeRatesLatest"' },
    text: `<?xml version="1.0" encoding="utf-8"?>
<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><ExchangeRatesLatest xmlns="http://www.cba.am/" /></soap:Body></soap:Envelope>`,
  }),
  day: (root) => dayOfInstant(textAt(root, ...latestRates, 'CurrentDate')),
  rows: (root) =>
    elementAt(root, ...latestRates, 'Rates')?.children.filter(({ name }) => name === 'ExchangeRate') ?? [],
  code: text('ISO'),
  units: text('Amount'),
  value: text('Rate'),
})

export const bnm = xmlBank({
  id: 'bnm',
  name: 'National Bank of Moldova',
  origin: 'https://www.bnm.md',
  fiat: 'MDL',
  request: (day) => ({
    method: 'GET',
    path: '/en/official_exchange_rates',
    query: { get_xml: 1, date: withDots(day) },
  }),
  day: dateOfList,
  rows: all('Valute'),
  code: text('CharCode'),
  units: text('Nominal'),
  value: text('Value'),
})

export const cbar = xmlBank({
  id: 'cbar',
  name: 'Central Bank of Azerbaijan',
  origin: 'https://www.cbar.az',
  fiat: 'AZN',
  // Asked for a Sunday it shows Friday's list, which says so.
  request: (day) => ({ method: 'GET', path: `/currencies/${withDots(day)}.xml` }),
  day: dateOfList,
  // Metals come first, and are counted in ounces.
  rows: (list) => childrenNamed(list, 'ValType').flatMap(all('Valute')),
  code: attribute('Code'),
  units: text('Nominal'),
  value: text('Value'),
})

export const nbkr = xmlBank({
  id: 'nbkr',
  name: 'National Bank of the Kyrgyz Republic',
  origin: 'https://www.nbkr.kg',
  fiat: 'KGS',
  request: () => ({ method: 'GET', path: '/XML/daily.xml' }),
  day: dateOfList,
  rows: all('Currency'),
  code: attribute('ISOCode'),
  units: text('Nominal'),
  // The one bank with a comma before the decimals.
  value: (row) => textAt(row, 'Value').replace(',', '.'),
})
