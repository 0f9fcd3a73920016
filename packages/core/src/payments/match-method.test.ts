import { describe, expect, test } from 'vitest'
import { checkEach } from '../testing/check-each.js'
import { canonicalMethod, railOf } from './match-method.js'

describe('one rail has many spellings', () => {
  test('that mean the same', () =>
    checkEach(
      [
        ['UAH', ['Monobank', 'monobank', 'Monobank (Card)', 'MONOBANK (CARD)', 'Mono bank', 'Монобанк']],
        ['UAH', ['PrivatBank', 'Privat Bank', 'PrivatBank (CARD)', 'Privat Bank (Universal Card)', 'privat24']],
        ['UAH', ['Oschadbank', 'Oschad bank (CARD)', 'Oschad Bank']],
        ['UAH', ['Raiffeisen Bank Aval', 'Raiffeisenbank', 'Raiffaizen', 'Raiffeisen Bank']],
        ['UAH', ['Sense SuperApp', 'Sense Bank', 'Alfa Bank']],
        ['UAH', ['Bank Transfer', 'BANK', 'bank', 'Bank transfer', 'BANK_TRANSFER', 'Bank Account']],
        ['UAH', ['Advcash', 'AdvCash', 'Volet', 'Volet.com (Formerly Advcash)']],
        ['EUR', ['SEPA', 'SEPA (EU) bank transfer', 'SEPA Instant', 'SEPAinstant']],
        ['EUR', ['ABN AMRO', 'ABN Amro', 'ABNAMRO']],
        ['EUR', ['Caisse d′Epargne', 'Caisse d‘Epargne', 'Caissedepargne']],
        ['GBP', ['Faster Payments', 'FasterPayments', 'FPS']],
        ['TRY', ['İŞBANK', 'ISBANK', 'İş Bankası']],
        ['TRY', ['Garanti', 'Garanti Bankası', 'GARANTI BBVA']],
        ['PLN', ['PKO Bank', 'PKObank', 'PKO Bank Polski']],
        ['KZT', ['Kaspi Bank', 'KaspiBank', 'Kaspi']],
        ['BRL', ['PIX', 'Pix']],
        ['PHP', ['Maya', 'PayMaya']],
      ] as const,
      ([fiat, names]) => {
        expect(new Set(names.map((name) => railOf(name, { fiat }))).size).toBe(1)
      },
    ))
})

describe('different institutions never share a rail', () => {
  test('though their names are alike', () =>
    checkEach(
      [
        [
          'UAH',
          [
            'Monobank',
            'PrivatBank',
            'PUMB',
            'A-Bank',
            'izibank',
            'Oschadbank',
            'Sportbank',
            'Ukrsibbank',
            'Ukrgasbank',
          ],
        ],
        ['UAH', ['Credo Bank', 'KredoBank', 'Credit Dnipro', 'Credit Agricole', 'Ukreximbank']],
        ['UAH', ['Bank Transfer', 'Transfers with specific bank', 'SEPA', 'International Wire (SWIFT)', 'IBAN']],
        ['UAH', ['Cash in Person', 'Cash app', 'Cash Deposit to Bank', 'AnyCash', 'CashU']],
        ['EUR', ['Post Bank', 'Postbank', 'Postepay']],
        ['EUR', ['ING', 'ING (BE)', 'ING (DE)', 'ING (NL)', 'ING (ES)', 'ING (LU)']],
        ['EUR', ['Swedbank (EE)', 'Swedbank (LT)', 'Swedbank (LV)', 'SEB Bank (EE)']],
        ['EUR', ['Banco BIG', 'Banco BAI', 'Banco BPM', 'BPI (ES)', 'BPI (PT)']],
        ['AMD', ['ACBA Bank', 'AccessBank', 'Ameriabank', 'Amio Bank', 'ArCA', 'ArmEconomBank', 'ArmBusinessBank']],
        ['USD', ['ABA', 'A-Bank', 'ABB Bank', 'ACLEDA']],
        [
          'USD',
          ['Bank Transfer', 'Bank Transfer (Cambodia)', 'Bank Transfer (Costa Rica)', 'Bank Transfer (Venezuela)'],
        ],
        ['USD', ['Banesco', 'Banesco Panama', 'Banco General Panama', 'Banistmo Panama', 'Banisi Panama']],
        ['KGS', ['MBank', 'Bakai Bank', 'DemirBank', 'Optima Bank', 'Bank of Asia']],
        ['BOB', ['Banco Union', 'Banco Economico', 'Banco Solidario', 'Banco de Credito', 'Banco Nacional de Bolivia']],
      ] as const,
      ([fiat, names]) => {
        expect(new Set(names.map((name) => railOf(name, { fiat }))).size).toBe(names.length)
      },
    ))
})

describe('a name shared by banks of several countries', () => {
  test('of several countries means the one at home in that currency', () =>
    checkEach(
      [
        ['mBank', 'PLN', 'mbank'],
        ['MBank', 'KGS', 'mbank-kyrgyzstan'],
        ['Kapitalbank', 'AZN', 'kapital-bank'],
        ['Unibank', 'AZN', 'unibank-azerbaijan'],
        ['Unibank', 'AMD', 'unibank-armenia'],
        ['Optima Bank', 'EUR', 'optima-bank-greece'],
        ['Optima Bank', 'KGS', 'optima-bank-kyrgyzstan'],
        ['Santander', 'PLN', 'santander-poland'],
        ['Santander', 'GBP', 'santander-uk'],
        ['Credit Agricole', 'UAH', 'credit-agricole-ukraine'],
        ['ShopeePay', 'VND', 'shopeepay-vietnam'],
        ['ShopeePay', 'IDR', 'shopeepay-indonesia'],
      ] as const,
      ([name, fiat, id]) => {
        expect(canonicalMethod(name, { fiat })?.id).toBe(id)
      },
    ))
})

describe('codes', () => {
  test('mean something on their own exchange only', () => {
    expect(canonicalMethod('43', { exchange: 'bybit' })?.id).toBe('monobank')
    expect(canonicalMethod('43', { exchange: 'mexc' })).toBeNull()
    expect(canonicalMethod('43')).toBeNull()
    expect(canonicalMethod('13', { exchange: 'mexc' })?.id).toBe('t-bank')
  })

  test('win over a name that means something else elsewhere', () => {
    expect(canonicalMethod('OTP', { exchange: 'binance', fiat: 'UAH' })?.id).toBe('otp-bank-russia')
    expect(canonicalMethod('OTP', { exchange: 'okx', fiat: 'UAH' })?.id).toBe('otp-bank-ukraine')
  })
})

test('names that the dictionary does not describe keep a rail of their own', () => {
  expect(canonicalMethod('Unknown bank')).toBeNull()
  expect(railOf('Unknown  Bank')).toBe(railOf('unknown bank'))
  expect(railOf('???')).not.toBe(railOf('!!!'))
})
