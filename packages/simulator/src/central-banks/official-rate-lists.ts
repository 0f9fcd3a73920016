import type { Fiat } from '@p2p-rates/core'

export type OfficialView = { readonly day: string; readonly dollarIn: (fiat: Fiat) => number }

export type OfficialAnswer = { readonly type: string; readonly body: string }

export const officialRateLists: Readonly<Record<string, (view: OfficialView) => OfficialAnswer>> = {
  ecb: ({ day, dollarIn }) => {
    const perEuro = (fiat: Fiat) => (dollarIn(fiat) / dollarIn('EUR')).toFixed(4)
    const rows = (['USD', 'CZK', 'GBP', 'PLN', 'RON', 'TRY', 'BRL', 'IDR', 'INR', 'PHP'] as const).map(
      (fiat) => `\t\t\t<Cube currency='${fiat}' rate='${perEuro(fiat)}'/>`,
    )
    return xml(`<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
\t\t<Cube time='${day}'>
${rows.join('\n')}
\t\t</Cube>
\t</Cube>
</gesmes:Envelope>`)
  },

  nbu: ({ day, dollarIn }) =>
    json([{ r030: 840, txt: 'Долар США', rate: rounded(dollarIn('UAH')), cc: 'USD', exchangedate: dotted(day) }]),

  nbk: ({ day, dollarIn }) =>
    xml(`<?xml version="1.0" encoding="utf-8"?>
<rates>
<title>Official exchange rates of National Bank of Republic Kazakhstan</title>
<date>${dotted(day)}</date>
<item>
<fullname>ДОЛЛАР США</fullname>
<title>USD</title>
<description>${dollarIn('KZT').toFixed(2)}</description>
<quant>1</quant>
<index></index>
<change>0.00</change>
</item>
</rates>`),

  nbg: ({ day, dollarIn }) => {
    const rate = rounded(dollarIn('GEL'))
    const from = `${day}T00:00:00.000Z`
    const dollar = { code: 'USD', quantity: 1, rateFormated: rate.toFixed(4), diffFormated: '0.0000', rate }
    return json([
      { date: from, currencies: [{ ...dollar, name: 'US Dollar', diff: 0, date: from, validFromDate: from }] },
    ])
  },

  cba: ({ day, dollarIn }) =>
    xml(
      `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><ExchangeRatesLatestResponse xmlns="http://www.cba.am/"><ExchangeRatesLatestResult><CurrentDate>${day}T00:00:00</CurrentDate><Rates><ExchangeRate><ISO>USD</ISO><Amount>1</Amount><Rate>${dollarIn('AMD').toFixed(2)}</Rate><Difference>0.00</Difference></ExchangeRate></Rates></ExchangeRatesLatestResult></ExchangeRatesLatestResponse></soap:Body></soap:Envelope>`,
    ),

  bnm: ({ day, dollarIn }) =>
    xml(`<?xml version="1.0" encoding="UTF-8"?>
<ValCurs Date="${dotted(day)}" name="Official exchange rate">
  <Valute ID="44">
    <NumCode>840</NumCode>
    <CharCode>USD</CharCode>
    <Nominal>1</Nominal>
    <Name>US Dollar</Name>
    <Value>${dollarIn('MDL').toFixed(4)}</Value>
  </Valute>
</ValCurs>`),

  cbar: ({ day, dollarIn }) =>
    xml(`<?xml version="1.0" encoding="UTF-8"?>
<ValCurs Date="${dotted(day)}" Name="AZN məzənnələri" Description="">
    <ValType Type="Xarici valyutalar">
        <Valute Code="USD">
            <Nominal>1</Nominal>
            <Name>1 ABŞ dolları</Name>
            <Value>${rounded(dollarIn('AZN'))}</Value>
        </Valute>
    </ValType>
</ValCurs>`),

  nbkr: ({ day, dollarIn }) =>
    xml(`<?xml version="1.0" encoding="windows-1251" ?>
<CurrencyRates Name="Daily Exchange Rates" Date="${dotted(day)}">
<Currency ISOCode="USD">
<Nominal>1</Nominal>
<Value>${dollarIn('KGS').toFixed(4).replace('.', ',')}</Value>
</Currency>
</CurrencyRates>`),
}

const xml = (body: string): OfficialAnswer => ({ type: 'text/xml; charset=utf-8', body })
const json = (body: unknown): OfficialAnswer => ({ type: 'application/json', body: JSON.stringify(body) })
const rounded = (rate: number): number => Number(rate.toFixed(4))
const dotted = (day: string): string => day.split('-').reverse().join('.')
