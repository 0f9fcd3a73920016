import type { OfficialSource } from './official-source.js'
import { childrenNamed, readXml, textAt } from './read-xml.js'
import { dayFromDots, toOfficialList, withDots } from './to-official-list.js'

export const bnm: OfficialSource = {
  id: 'bnm',
  name: 'National Bank of Moldova',
  origin: 'https://www.bnm.md',
  fiats: ['MDL'],
  publishedByHour: 1,
  request: (day) => ({
    method: 'GET',
    path: '/en/official_exchange_rates',
    query: { get_xml: 1, date: withDots(day) },
  }),
  read: (text) => {
    const list = readXml(text)
    const dollar = list && childrenNamed(list, 'Valute').find((valute) => textAt(valute, 'CharCode') === 'USD')
    if (list === null || dollar === null || dollar === undefined) return null
    const [units, value] = [textAt(dollar, 'Nominal'), textAt(dollar, 'Value')]
    return toOfficialList('MDL', { day: dayFromDots(list.attributes.get('Date') ?? ''), units, value })
  },
}
