/** Whose banks a currency's market means when it names one without saying more. */
export const homeCountries: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    UAH: 'UA',
    PLN: 'PL',
    EUR: 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK',
    USD: 'US',
    KZT: 'KZ',
    CZK: 'CZ',
    GBP: 'GB',
    TRY: 'TR',
    RON: 'RO',
    GEL: 'GE',
    AMD: 'AM',
    MDL: 'MD',
    AZN: 'AZ',
    KGS: 'KG',
    INR: 'IN',
    BRL: 'BR',
    VND: 'VN',
    PHP: 'PH',
    IDR: 'ID',
  }).map(([fiat, countries]) => [fiat, new Set(countries.split(' '))]),
)
