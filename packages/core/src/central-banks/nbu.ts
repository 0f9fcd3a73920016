import { z } from 'zod'
import { parseJson } from '../exchanges/read-json.js'
import { price } from '../read-number-text.js'
import { dayFromDots } from './list-days.js'
import type { OfficialSource } from './official-source.js'

export const nbu: OfficialSource = {
  id: 'nbu',
  name: 'National Bank of Ukraine',
  origin: 'https://bank.gov.ua',
  fiats: ['UAH'],
  publishedByHour: 1,
  // Without a day it shows tomorrow's rates from the afternoon on.
  request: (day) => ({
    method: 'GET',
    path: '/NBUStatService/v1/statdirectory/exchange',
    query: { date: day.replaceAll('-', ''), json: '' },
  }),
  read: (text) => {
    const found = parseJson(rowList, text)
      ?.map((each) => row.safeParse(each).data)
      .find((each) => each?.cc === 'USD')
    const day = dayFromDots(found?.exchangedate ?? '')
    return found === undefined || day === null ? null : { day, perDollar: new Map([['UAH', found.rate]]) }
  },
}

const rowList = z.array(z.unknown()).max(500)
const row = z.object({ cc: z.string(), rate: price, exchangedate: z.string() })
