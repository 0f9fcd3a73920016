import type { OfficialSource } from './official-source.js'
import { childrenNamed, readXml, textAt } from './read-xml.js'
import { dayFromDots, toOfficialList, withDots } from './to-official-list.js'

export const cbar: OfficialSource = {
  id: 'cbar',
  name: 'Central Bank of Azerbaijan',
  origin: 'https://www.cbar.az',
  fiats: ['AZN'],
  publishedByHour: 1,
  // Asked for a Sunday it shows Friday's list, which says so.
  request: (day) => ({ method: 'GET', path: `/currencies/${withDots(day)}.xml` }),
  read: (text) => {
    const list = readXml(text)
    // Metals come first, and are counted in ounces.
    const dollar =
      list &&
      childrenNamed(list, 'ValType')
        .flatMap((kind) => childrenNamed(kind, 'Valute'))
        .find(({ attributes }) => attributes.get('Code') === 'USD')
    if (list === null || dollar === null || dollar === undefined) return null
    const [units, value] = [textAt(dollar, 'Nominal'), textAt(dollar, 'Value')]
    return toOfficialList('AZN', { day: dayFromDots(list.attributes.get('Date') ?? ''), units, value })
  },
}
