type Environment = Readonly<Record<string, string | undefined>>

/** The currency of the country that a locale names; `null` without a country or a known currency. */
export function fiatOfLocale({ LC_ALL, LC_MONETARY, LANG }: Environment): string | null {
  const locale = LC_ALL || LC_MONETARY || LANG || ''
  const [, territory = ''] = /^[a-z]{2,3}_([A-Z]{2})(?=[.@]|$)/.exec(locale) ?? []
  // Most systems come with this one, so it tells nothing about their users.
  if (territory === 'US' && !LC_MONETARY?.startsWith(locale)) return null
  return fiatOf.get(territory) ?? null
}

const euroArea = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK AD MC SM VA ME XK'

const fiatOf: ReadonlyMap<string, string> = new Map([
  ...euroArea.split(' ').map((territory) => [territory, 'EUR'] as const),
  ['AM', 'AMD'],
  ['AZ', 'AZN'],
  ['BR', 'BRL'],
  ['CZ', 'CZK'],
  ['GB', 'GBP'],
  ['GE', 'GEL'],
  ['ID', 'IDR'],
  ['IN', 'INR'],
  ['KG', 'KGS'],
  ['KZ', 'KZT'],
  ['MD', 'MDL'],
  ['PH', 'PHP'],
  ['PL', 'PLN'],
  ['RO', 'RON'],
  ['TR', 'TRY'],
  ['UA', 'UAH'],
  ['US', 'USD'],
  ['VN', 'VND'],
])
