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

test('answers hostile repetitions without effort', () =>
  checkEach(['8', '0 ', '+1(', '@a', 'a-', 'write ', 'т'], (part) => {
    expect(hasContactText(part.repeat(200_000))).toBe(hasContactText(part.repeat(4_000)))
  }))
