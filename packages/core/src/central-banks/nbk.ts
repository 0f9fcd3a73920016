import type { OfficialSource } from './official-source.js'
import { childrenNamed, readXml, textAt } from './read-xml.js'
import { dayFromDots, toOfficialList, withDots } from './to-official-list.js'

export const nbk: OfficialSource = {
  id: 'nbk',
  name: 'National Bank of Kazakhstan',
  origin: 'https://nationalbank.kz',
  fiats: ['KZT'],
  publishedByHour: 1,
  request: (day) => ({ method: 'GET', path: '/rss/get_rates.cfm', query: { fdate: withDots(day) } }),
  read: (text) => {
    const list = readXml(text)
    const dollar = list && childrenNamed(list, 'item').find((item) => textAt(item, 'title') === 'USD')
    if (list === null || dollar === null || dollar === undefined) return null
    const [day, units, value] = [
      dayFromDots(textAt(list, 'date')),
      textAt(dollar, 'quant'),
      textAt(dollar, 'description'),
    ]
    return toOfficialList('KZT', { day, units, value })
  },
}
