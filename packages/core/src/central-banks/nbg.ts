import { z } from 'zod'
import { parseJson } from '../exchanges/read-json.js'
import { count, price } from '../read-number-text.js'
import { dayOfInstant } from './list-days.js'
import type { OfficialSource } from './official-source.js'

export const nbg: OfficialSource = {
  id: 'nbg',
  name: 'National Bank of Georgia',
  origin: 'https://nbg.gov.ge',
  fiats: ['GEL'],
  publishedByHour: 1,
  request: (day) => ({ method: 'GET', path: '/gw/api/ct/monetarypolicy/currencies/en/json/', query: { date: day } }),
  read: (text) => {
    const [list] = parseJson(lists, text) ?? []
    const found = list?.currencies.map((each) => row.safeParse(each).data).find((each) => each?.code === 'USD')
    if (found === undefined || found.quantity === 0) return null
    const day = dayOfInstant(found.validFromDate)
    return day === null ? null : { day, perDollar: new Map([['GEL', found.rate / found.quantity]]) }
  },
}

const lists = z.array(z.object({ currencies: z.array(z.unknown()).max(500) })).max(10)
const row = z.object({ code: z.string(), quantity: count, rate: price, validFromDate: z.string() })
