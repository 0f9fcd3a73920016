import type { OfficialSource } from './official-source.js'
import { childrenNamed, readXml, textAt } from './read-xml.js'
import { dayFromDots, toOfficialList } from './to-official-list.js'

export const nbkr: OfficialSource = {
  id: 'nbkr',
  name: 'National Bank of the Kyrgyz Republic',
  origin: 'https://www.nbkr.kg',
  fiats: ['KGS'],
  publishedByHour: 1,
  request: () => ({ method: 'GET', path: '/XML/daily.xml' }),
  read: (text) => {
    const list = readXml(text)
    const dollar = list && childrenNamed(list, 'Currency').find(({ attributes }) => attributes.get('ISOCode') === 'USD')
    if (list === null || dollar === null || dollar === undefined) return null
    // The one bank with a comma before the decimals.
    const value = textAt(dollar, 'Value').replace(',', '.')
    const day = dayFromDots(list.attributes.get('Date') ?? '')
    return toOfficialList('KGS', { day, units: textAt(dollar, 'Nominal'), value })
  },
}
