import { readDecimal } from '../read-number-text.js'
import { realDay } from './list-days.js'
import type { OfficialSource } from './official-source.js'
import { childrenNamed, elementAt, readXml } from './read-xml.js'

/** One euro in other currencies: a dollar in each of them follows. */
export const ecb: OfficialSource = {
  id: 'ecb',
  name: 'European Central Bank',
  origin: 'https://www.ecb.europa.eu',
  fiats: ['PLN', 'EUR', 'USD', 'CZK', 'GBP', 'TRY', 'RON', 'INR', 'BRL', 'PHP', 'IDR'],
  // About 16:00 in Frankfurt.
  publishedByHour: 16,
  request: () => ({ method: 'GET', path: '/stats/eurofxref/eurofxref-daily.xml' }),
  read: (text) => {
    const root = readXml(text)
    const list = root === null ? null : elementAt(root, 'Cube', 'Cube')
    const day = realDay(list?.attributes.get('time') ?? '')
    if (list === null || day === null) return null
    const perEuro = new Map([['EUR', 1]])
    for (const { attributes } of childrenNamed(list, 'Cube')) {
      const value = readDecimal(attributes.get('rate') ?? '')
      if (value !== null && value > 0) perEuro.set(attributes.get('currency') ?? '', value)
    }
    const dollars = perEuro.get('USD')
    if (dollars === undefined) return null
    return { day, perDollar: new Map([...perEuro].map(([fiat, value]) => [fiat, value / dollars])) }
  },
}
