import type { Fiat } from '@p2p-rates/core'

export type PaymentMethod = {
  readonly name: string
  /** Binance's identifier; KuCoin's codes are made of it. */
  readonly identifier: string
  readonly okxName: string
  /** Bybit's number. The first few are the real ones, the rest continue from 700. */
  readonly bybitId: string
  /** The numbers Bitget, MEXC and HTX would use; invented, since only their rouble lists are known. */
  readonly number: number
}

/** A name alone has itself, without spaces, as its identifier. */
type Names = string | readonly [name: string, identifier: string, okxName?: string, bybitId?: number]

const bank: Names = ['Bank Transfer', 'BANK', 'bank', 14]
const wise: Names = ['Wise', 'Wise', 'Wise', 78]
const revolut: Names = 'Revolut'
const cash: Names = ['Cash in Person', 'CashInPerson', 'Cash in Person', 90]
const zen: Names = ['ZEN', 'ZEN', 'Zen']

/** The most used methods first: advertisers prefer the head of a list. */
const named: Readonly<Record<Fiat, readonly Names[]>> = {
  UAH: [
    ['Monobank', 'Monobank', 'Monobank (Card)', 43],
    ['Privat Bank (Universal Card)', 'PrivatBank', 'PrivatBank (CARD)', 60],
    ['PUMB', 'PUMBBank', 'PUMB (CARD)', 61],
    ['Oschadbank', 'Oschadbank', 'Oschad bank (CARD)', 46],
    ['A-Bank', 'ABank', 'A-Bank', 1],
    ['Sense SuperApp', 'SenseSuperApp', 'Sense SuperApp', 623],
    ['Raiffeisen Bank Aval', 'RaiffeisenBankAval', 'Raiffaizen', 63],
    ['Izibank', 'izibank', 'Izibank', 544],
    ['Ukrsibbank', 'Ukrsibbank', 'Ukrsibbank', 80],
    ['OTP Bank', 'OTPBank', 'OTP Bank', 49],
    bank,
    wise,
  ],
  PLN: ['BLIK', 'PKO Bank', 'mBank', 'Santander', 'ING', bank, revolut],
  EUR: [
    ['SEPA Instant', 'SEPAinstant', 'SEPA Instant'],
    ['SEPA (EU) bank transfer', 'SEPA', 'bank'],
    revolut,
    wise,
    'Paysera',
    'N26',
    zen,
    'Bizum',
    ['Skrill (Moneybookers)', 'SkrillMoneybookers', 'Skrill'],
  ],
  USD: [
    wise,
    ['Zelle', 'Zelle', 'Zelle', 121],
    ['Payeer', 'Payeer', 'Payeer', 51],
    'Bank of Georgia',
    ['Volet (Formerly Advcash)', 'Advcash', 'AdvCash', 5],
    'Zinli',
    ['International Wire (SWIFT)', 'SWIFT', 'SWIFT'],
    ['Cash Deposit to Bank', 'CashDeposit', 'Cash Deposit', 18],
    ['PayPal', 'PayPal', 'PayPal', 54],
  ],
  KZT: [
    ['Kaspi Bank', 'KaspiBank', 'Kaspi Bank', 150],
    ['Halyk Bank', 'HalykBank', 'Halyk Bank', 203],
    ['Freedom Bank', 'FreedomBank', 'Freedom Bank', 549],
    'ForteBank',
    'CenterCredit Bank',
    'Jysan Bank',
    bank,
  ],
  CZK: [bank, ['Ceska sporitelna', 'CeskaSporitelna'], ['Fio banka', 'FioBanka'], 'CSOB', revolut],
  GBP: [['Faster Payment System', 'FPS'], bank, 'Monzo', 'Barclays', revolut, wise],
  TRY: [
    ['Ziraat', 'Ziraat', 'Ziraat Bankası'],
    ['Garanti', 'Garanti', 'Garanti Bankası'],
    'Papara',
    ['VakifBank', 'VakifBank', 'Vakıflar Bankası'],
    'Akbank',
    ['İŞBANK', 'ISBANK', 'İş Bankası'],
    'Kuveyt Turk',
    bank,
  ],
  RON: ['ING', 'Banca Transilvania', 'BCR Bank', revolut, bank],
  GEL: [
    ['TBC Bank', 'TBCbank'],
    'Bank of Georgia',
    ['Credo Bank', 'CREDOBANK'],
    ['Liberty Bank', 'LIBERTYBANK'],
    bank,
    wise,
  ],
  AMD: ['Ameriabank', 'IDBank', 'Inecobank', 'Idram', ['ACBA Bank', 'ACBAbank'], 'Ardshinbank', bank],
  MDL: ['MAIB', 'MICB', 'Victoriabank', bank, cash],
  AZN: ['m10', 'Kapitalbank', ['Leobank', 'LeoBank'], ['ABB Bank', 'ABBBANK'], ['Unibank', 'UNIBANK'], bank],
  KGS: [
    ['MBank', 'MBANK'],
    ['Optima Bank', 'OPTIMABANK'],
    ['Bakai Bank', 'BAKAIBANK'],
    ['O! Dengi', 'ODengi'],
    'Demir Bank',
    bank,
  ],
  INR: ['UPI', 'IMPS', 'Paytm', ['Google Pay', 'GPay'], 'Digital eRupee', bank],
  BRL: ['Pix', 'Nubank', ['Mercado Pago', 'MercadoPagoNew'], ['Banco do Brasil', 'BancoDoBrasil'], bank],
  VND: [
    ['Bank Transfer (Vietnam)', 'BankTransferVietnam', 'bank'],
    ['MoMo', 'MoMoNew'],
    ['ZaloPay', 'ZaloPayNew'],
    'Viettel Money',
    ['VNPAY', 'VNpay'],
  ],
  PHP: ['GCash', ['Maya', 'PayMaya'], 'BPI', 'UnionBank', ['Coins.ph', 'CoinsPH'], bank],
  IDR: [['BCA Mobile', 'BCAMobile', 'Bank Central Asia'], 'Bank Mandiri', 'DANA', 'OVO', ['GoPay', 'Gopay'], bank],
}

const byName = new Map<string, PaymentMethod>()

export const paymentMethods: ReadonlyMap<string, readonly PaymentMethod[]> = new Map(
  Object.entries(named).map(([fiat, list]) => [fiat, list.map(registered)]),
)

export const allPaymentMethods: readonly PaymentMethod[] = [...byName.values()]

function registered(names: Names): PaymentMethod {
  const [name, identifier, okxName = name, bybitId] =
    typeof names === 'string' ? [names, names.replaceAll(' ', '')] : names
  const known = byName.get(name)
  if (known !== undefined) return known
  const index = byName.size
  const method = { name, identifier, okxName, bybitId: String(bybitId ?? 700 + index), number: 2001 + index }
  byName.set(name, method)
  return method
}
