import { fiats } from '@p2p-rates/core'
import { expect, test } from 'vitest'
import { fiatOfLocale } from './fiat-of-locale.js'

const locales: readonly (readonly [environment: Record<string, string>, fiat: string | null])[] = [
  [{ LANG: 'uk_UA.UTF-8' }, 'UAH'],
  [{ LANG: 'pl_PL.UTF-8' }, 'PLN'],
  [{ LANG: 'de_DE@euro' }, 'EUR'],
  [{ LANG: 'en_US.UTF-8', LC_MONETARY: 'pl_PL.UTF-8' }, 'PLN'],
  [{ LANG: 'pl_PL.UTF-8', LC_ALL: 'C' }, null],
  [{ LANG: 'en_US.UTF-8' }, null],
  [{ LC_ALL: 'en_US.UTF-8' }, null],
  [{ LC_MONETARY: 'en_US.UTF-8' }, 'USD'],
  [{ LANG: 'ja_JP.UTF-8' }, null],
  [{ LANG: 'C.UTF-8' }, null],
  [{ LANG: 'POSIX' }, null],
  [{ LANG: 'xx_PLXX' }, null],
  [{}, null],
]
test('a locale with a country means the currency of the country', () => {
  for (const [environment, fiat] of locales)
    expect.soft({ environment, fiat: fiatOfLocale(environment) }).toEqual({ environment, fiat })
})

test('every currency that a locale can mean is known, and every known one has a locale', () => {
  const territories = Array.from({ length: 26 * 26 }, (_, index) =>
    String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26)),
  )
  const meant = territories.flatMap((territory) => fiatOfLocale({ LC_MONETARY: `xx_${territory}` }) ?? [])
  expect(new Set(meant)).toEqual(new Set(fiats))
})
