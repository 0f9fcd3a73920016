import type { OfficialSource } from './official-source.js'
import { childrenNamed, elementAt, readXml, textAt } from './read-xml.js'
import { dayOfInstant, toOfficialList } from './to-official-list.js'

export const cba: OfficialSource = {
  id: 'cba',
  name: 'Central Bank of Armenia',
  origin: 'https://api.cba.am',
  fiats: ['AMD'],
  publishedByHour: 1,
  request: () => ({
    method: 'POST',
    path: '/exchangerates.asmx',
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '"http://www.cba.am/ExchangeRatesLatest"' },
    text: question,
  }),
  read: (text) => {
    const root = readXml(text)
    const result = root && elementAt(root, 'Body', 'ExchangeRatesLatestResponse', 'ExchangeRatesLatestResult')
    const rates = result && elementAt(result, 'Rates')
    const dollar = rates && childrenNamed(rates, 'ExchangeRate').find((rate) => textAt(rate, 'ISO') === 'USD')
    if (result === null || dollar === null || dollar === undefined) return null
    const [units, value] = [textAt(dollar, 'Amount'), textAt(dollar, 'Rate')]
    return toOfficialList('AMD', { day: dayOfInstant(textAt(result, 'CurrentDate')), units, value })
  },
}

const question = `<?xml version="1.0" encoding="utf-8"?>
<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><ExchangeRatesLatest xmlns="http://www.cba.am/" /></soap:Body></soap:Envelope>`
