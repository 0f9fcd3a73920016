import { expect, test } from 'vitest'
import { checkEach } from '../testing/check-each.js'
import { hasContactText } from './contact-text.js'

test('sees each of these invitations', () =>
  checkEach(
    [
      'Telegram: usdt_fast',
      'т е л е г а нет, но Телеграм да',
      'пишите в тг',
      'Тeлeгрaм', // half Cyrillic, half Latin
      'te\u200ble\u200bgram',
      'ｔｅｌｅｇｒａｍ',
      'TÉLÉGRAM',
      'whats app only',
      'WhatsApp 24/7',
      'вайбер',
      'deal with @quick_usdt',
      'https://example.org',
      'www.example',
      't.me/somebody',
      'cheap-usdt.com',
      '+380 67 123 45 67',
      '+54 9 11 2345-6789',
      '067 123 45 67',
      '8 (912) 345-67-89',
      'Write me first',
      'напишите мне сначала',
      'пишіть мені',
      'Escríbeme antes',
      'me chama antes',
      'bana yazın',
      'BANA YAZIN',
    ],
    (text) => {
      expect(hasContactText(text)).toBe(true)
    },
  ))

test('lets honest texts pass', () =>
  checkEach(
    [
      '',
      'Fast release, 24/7, no third parties',
      'Только с личной карты. Без комментариев!',
      'Оплата тільки з власної картки, чек обовʼязково',
      'Limits 10000 - 50000 UAH',
      'from 1 000 to 250 000, 15 minutes',
      'card 5168 7400 1234 5678',
      'Solo pagos de titular, no terceros',
      'Somente mesma titularidade',
      'Kendi hesabınızdan gönderin',
      'name@bank.example is not needed',
      'integrity',
      'Отг',
      'rate 41.50, order 0.5',
    ],
    (text) => {
      expect(hasContactText(text)).toBe(false)
    },
  ))

const evasive = [
  ...[
    'ват сап',
    'Ват-Сап',
    'в а т с а п',
    'вот сап',
    'вай бер',
    'ВАЙБЕР 24/7',
    'теле грам',
    'т е л е г р а м',
    'теле.грам',
  ],
  ...['пишите в телегу', 'тг', 'ТГ: обмін', 'мой тгк', 'в личку', 'пиши в лс', 'напишіть мені', 'дзвоніть', 'звоните'],
  ...['T e l e g r a m', 'T.E.L.E.G.R.A.M', 't-e-l-e-g-r-a-m', 'tele gram', 'Tele_Gram', 'Telegramm', 'TG', 'tg usdt'],
  ...[
    't3legram',
    'te1egram',
    'telegr@m',
    't3l3gr4m',
    '7elegram',
    'wh4tsapp',
    'what$app',
    'v1ber',
    'vi8er',
    '1nstagram',
  ],
  ...['Whats App', 'w h a t s a p p', 'WhatsUp 24', 'тeлeгpaм', 'ТЕLЕGRAМ', 'WeChat ID', 'dis cord', 'sky pe', 'DM me'],
  ...[
    't.me/fast',
    'wa.me/38067',
    'okey.app/chat',
    'usdt-shop.com',
    '+380 (67) 123-45-67',
    '@fast_usdt',
    'chama no zap',
  ],
]
const honest = [
  ...[
    'Maria T G',
    'B.T.G Pactual',
    'Okey.app',
    'Fast.Online',
    'T.G. Shevchenko',
    'Т Г Петренко',
    'W S P Trading',
    'Pay.me',
  ],
  ...[
    'Quick.link',
    'Crypto.info',
    'Best.site',
    'Coin.xyz',
    'Mr.Online',
    'Happy.me',
    'Line Bank',
    'ID Bank',
    'Vi Bernal',
    'Skylar P',
  ],
  ...[
    'Telma Gram',
    'Gram 24',
    'Whatever',
    'What a deal',
    'Write-off',
    'Contact Bank',
    'Call option',
    'Vibe trader',
    'Viberg',
  ],
  ...[
    'Мій обмін',
    'Лис Микита',
    'Тег Іван',
    'Ват Олег',
    'Сап Анна',
    'Теле Лідія',
    'Лічка Ярина',
    'Звонков Игорь',
    'Приват24',
  ],
  ...[
    'ПриватБанк',
    'Монобанк 24/7',
    'USDT4YOU',
    'Fast7',
    '24_7_money',
    'G7 trader',
    '7g',
    'B2B Exchange',
    'Zap',
    'Zapata',
  ],
  ...[
    'Discordia',
    'Wei Xiang',
    'Instant gram',
    'Me & You',
    'al_pacino',
    'Ara Beniaminov',
    'name@bank',
    'from 1 000 to 50 000',
  ],
]

test.each(evasive)('sees that %s leads off the platform', (name) => {
  expect(hasContactText(name)).toBe(true)
})

test.each(honest)('sees nothing in %s', (name) => {
  expect(hasContactText(name)).toBe(false)
})

test('the tables are long enough to mean something', () => {
  expect([new Set(evasive).size, new Set(honest).size].every((size) => size >= 50)).toBe(true)
})

test('answers hostile repetitions without effort', () =>
  checkEach(['8', '0 ', '+1(', '@a', 'a-', 'write ', 'т'], (part) => {
    expect(hasContactText(part.repeat(200_000))).toBe(hasContactText(part.repeat(4_000)))
  }))
