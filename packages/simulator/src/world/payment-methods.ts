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

type Names = readonly [name: string, identifier: string, okxName?: string, bybitId?: number]

const bank: Names = ['Bank Transfer', 'BANK', 'bank', 14]
const wise: Names = ['Wise', 'Wise', 'Wise', 78]
const revolut: Names = ['Revolut', 'Revolut']
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
  PLN: [
    ['BLIK', 'BLIK'],
    ['PKO Bank', 'PKOBank'],
    ['mBank', 'mBank'],
    ['Santander', 'Santander'],
    ['ING', 'ING'],
    bank,
    revolut,
  ],
  EUR: [
    ['SEPA Instant', 'SEPAinstant', 'SEPA Instant'],
    ['SEPA (EU) bank transfer', 'SEPA', 'bank'],
    revolut,
    wise,
    ['Paysera', 'Paysera'],
    ['N26', 'N26'],
    zen,
    ['Bizum', 'Bizum'],
    ['Skrill (Moneybookers)', 'SkrillMoneybookers', 'Skrill'],
  ],
  USD: [
    wise,
    ['Zelle', 'Zelle', 'Zelle', 121],
    ['Payeer', 'Payeer', 'Payeer', 51],
    ['Bank of Georgia', 'BankofGeorgia'],
    ['Volet (Formerly Advcash)', 'Advcash', 'AdvCash', 5],
    ['Zinli', 'Zinli'],
    ['International Wire (SWIFT)', 'SWIFT', 'SWIFT'],
    ['Cash Deposit to Bank', 'CashDeposit', 'Cash Deposit', 18],
    ['PayPal', 'PayPal', 'PayPal', 54],
  ],
  KZT: [
    ['Kaspi Bank', 'KaspiBank', 'Kaspi Bank', 150],
    ['Halyk Bank', 'HalykBank', 'Halyk Bank', 203],
    ['Freedom Bank', 'FreedomBank', 'Freedom Bank', 549],
    ['ForteBank', 'ForteBank'],
    ['CenterCredit Bank', 'CenterCreditBank'],
    ['Jysan Bank', 'JysanBank'],
    bank,
  ],
  CZK: [bank, ['Ceska sporitelna', 'CeskaSporitelna'], ['Fio banka', 'FioBanka'], ['CSOB', 'CSOB'], revolut],
  GBP: [['Faster Payment System', 'FPS'], bank, ['Monzo', 'Monzo'], ['Barclays', 'Barclays'], revolut, wise],
  TRY: [
    ['Ziraat', 'Ziraat', 'Ziraat Bankası'],
    ['Garanti', 'Garanti', 'Garanti Bankası'],
    ['Papara', 'Papara'],
    ['VakifBank', 'VakifBank', 'Vakıflar Bankası'],
    ['Akbank', 'Akbank'],
    ['İŞBANK', 'ISBANK', 'İş Bankası'],
    ['Kuveyt Turk', 'KuveytTurk'],
    bank,
  ],
  RON: [['ING', 'ING'], ['Banca Transilvania', 'BancaTransilvania'], ['BCR Bank', 'BCRBank'], revolut, bank],
  GEL: [
    ['TBC Bank', 'TBCbank'],
    ['Bank of Georgia', 'BankofGeorgia'],
    ['Credo Bank', 'CREDOBANK'],
    ['Liberty Bank', 'LIBERTYBANK'],
    bank,
    wise,
  ],
  AMD: [
    ['Ameriabank', 'Ameriabank'],
    ['IDBank', 'IDBank'],
    ['Inecobank', 'Inecobank'],
    ['Idram', 'Idram'],
    ['ACBA Bank', 'ACBAbank'],
    ['Ardshinbank', 'Ardshinbank'],
    bank,
  ],
  MDL: [['MAIB', 'MAIB'], ['MICB', 'MICB'], ['Victoriabank', 'Victoriabank'], bank, cash],
  AZN: [
    ['m10', 'm10'],
    ['Kapitalbank', 'Kapitalbank'],
    ['Leobank', 'LeoBank'],
    ['ABB Bank', 'ABBBANK'],
    ['Unibank', 'UNIBANK'],
    bank,
  ],
  KGS: [
    ['MBank', 'MBANK'],
    ['Optima Bank', 'OPTIMABANK'],
    ['Bakai Bank', 'BAKAIBANK'],
    ['O! Dengi', 'ODengi'],
    ['Demir Bank', 'DemirBank'],
    bank,
  ],
  INR: [
    ['UPI', 'UPI'],
    ['IMPS', 'IMPS'],
    ['Paytm', 'Paytm'],
    ['Google Pay', 'GPay'],
    ['Digital eRupee', 'DigitaleRupee'],
    bank,
  ],
  BRL: [
    ['Pix', 'Pix'],
    ['Nubank', 'Nubank'],
    ['Mercado Pago', 'MercadoPagoNew'],
    ['Banco do Brasil', 'BancoDoBrasil'],
    bank,
  ],
  VND: [
    ['Bank Transfer (Vietnam)', 'BankTransferVietnam', 'bank'],
    ['MoMo', 'MoMoNew'],
    ['ZaloPay', 'ZaloPayNew'],
    ['Viettel Money', 'ViettelMoney'],
    ['VNPAY', 'VNpay'],
  ],
  PHP: [
    ['GCash', 'GCash'],
    ['Maya', 'PayMaya'],
    ['BPI', 'BPI'],
    ['UnionBank', 'UnionBank'],
    ['Coins.ph', 'CoinsPH'],
    bank,
  ],
  IDR: [
    ['BCA Mobile', 'BCAMobile', 'Bank Central Asia'],
    ['Bank Mandiri', 'BankMandiri'],
    ['DANA', 'DANA'],
    ['OVO', 'OVO'],
    ['GoPay', 'Gopay'],
    bank,
  ],
}

const byName = new Map<string, PaymentMethod>()

export const paymentMethods: ReadonlyMap<string, readonly PaymentMethod[]> = new Map(
  Object.entries(named).map(([fiat, list]) => [fiat, list.map(registered)]),
)

export const allPaymentMethods: readonly PaymentMethod[] = [...byName.values()]

function registered([name, identifier, okxName = name, bybitId]: Names): PaymentMethod {
  const known = byName.get(name)
  if (known !== undefined) return known
  const index = byName.size
  const method = { name, identifier, okxName, bybitId: String(bybitId ?? 700 + index), number: 2001 + index }
  byName.set(name, method)
  return method
}
