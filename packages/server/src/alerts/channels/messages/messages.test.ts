import { type WebhookEvent, webhookEventExample } from '@p2p-rates/contract'
import { usualExchanges } from '@p2p-rates/core/internal'
import { describe, expect, test } from 'vitest'
import { formatAlert } from './format-alert.js'
import { formatMessage, renderMail } from './format-message.js'

const { data, ...envelope } = webhookEventExample
const { amount: _, route: __, ...crossing } = data
const price: WebhookEvent = {
  ...envelope,
  event: 'best_buy',
  data: {
    ...crossing,
    threshold: 41,
    direction: 'down',
    value: 40.98,
    previous_value: 41.05,
    best: { price: 40.9, exchange: 'okx' },
    fill_amount: 20_000,
  },
}
const { nameOf: exchangeName } = usualExchanges
const plain = {
  language: 'en',
  note: null,
  stop: null,
  exchangeName,
  nowMs: Date.parse('2026-11-21T10:06:00Z'),
} as const

describe('an alert', () => {
  test('names the reached value, and the id that is the same on every attempt', () => {
    const { subject, text, id } = formatAlert(webhookEventExample, plain)
    expect(subject).toBe('Round trip: 0.26 % on 10,000 UAH')
    expect(text).toContain('leaves 0.26 %; your threshold is 0.2 %')
    expect(text).toContain(`Alert ${id}`)
    expect(formatAlert(price, plain).text).toMatch(
      /40\.98 UAH; your threshold is 41\.00\.\nThat is the average for 20,000 UAH\.\n.*OKX/,
    )
  })

  test('speaks Ukrainian to who wants it, and names every figure there, too', () => {
    const { text } = formatAlert(price, { ...plain, language: 'uk' })
    for (const part of ['40,98', '41,00', '20 000', 'OKX', 'Досі було: 41,05', '2026-11-21 10:05 UTC'])
      expect(text).toContain(part)
    expect(text).not.toMatch(/[{}]/)
  })

  test('names no value before it that had reached the threshold as well', () => {
    const heldOn: WebhookEvent = { ...price, data: { ...price.data, previous_value: 40.97 } } as WebhookEvent
    expect(formatAlert(price, plain).text).toContain('Before: 41.05')
    expect(formatAlert(heldOn, plain).text).not.toContain('Before')
  })

  test('names the way to pay that it was set for, in both languages, and none where there is none', () => {
    const method = 'Monobank <b>\r\nBcc: a@b.c'
    const spread: WebhookEvent = { ...webhookEventExample, data: { ...data, payment_method: method } }
    for (const event of [spread, { ...price, data: { ...price.data, payment_method: method } } as WebhookEvent])
      for (const language of ['en', 'uk'] as const) {
        const { subject, text, html } = formatAlert(event, { ...plain, language })
        expect(subject).toMatch(/ UAH, Monobank <b> Bcc: a@b\.c$/)
        expect(text).toMatch(/^.*: Monobank <b> Bcc: a@b\.c\.$/m)
        expect(html).toContain('Monobank &lt;b&gt; Bcc: a@b.c.')
        expect(formatAlert(price, { ...plain, language }).text).not.toMatch(/way to pay|способом оплати/)
      }
  })

  test.each([
    ['simulated', 'en', 'SIMULATED'],
    ['simulated', 'uk', 'СИМУЛЯЦІЯ'],
    ['replay', 'en', 'REPLAY'],
    ['replay', 'uk', 'ПОВТОР'],
  ] as const)('of %s prices says so first, in subject and text (%s)', (mark, language, word) => {
    const told = { ...plain, language }
    for (const event of [price, webhookEventExample]) {
      const { subject, text, html } = formatAlert(
        { ...event, data: { ...event.data, [mark]: true } } as WebhookEvent,
        told,
      )
      expect(subject).toBe(`${word}. ${formatAlert(event, told).subject}`)
      expect(text).toMatch(new RegExp(`^${word}: `))
      expect(html).toContain(`<p>${word}: `)
      expect(formatAlert(event, told).text).not.toContain(word)
    }
  })

  test('after quiet hours names the crossing in them and the current price, and offers no past price', () => {
    const after_quiet_hours = { value: 41.5, updated_at: '2026-11-22T06:01:00.000Z' }
    const past: WebhookEvent = { ...price, data: { ...price.data, after_quiet_hours } }
    const { subject, text } = formatAlert(past, plain)
    expect(subject).toBe('In your quiet hours. USDT to buy: 40.98 UAH')
    expect(text).toMatch(/at 2026-11-21 10:05 UTC, you could buy USDT at 40\.98 UAH; your threshold is 41\.00\./)
    expect(text).toContain('At 2026-11-22 06:01 UTC it was 41.50 UAH.')
    expect(text).not.toMatch(/OKX|Before|You can/)
    const none = { ...after_quiet_hours, value: null }
    const route: WebhookEvent = { ...webhookEventExample, data: { ...data, after_quiet_hours: none } }
    expect(formatAlert(route, plain).text).toMatch(/left 0\.26 %.*\nAt 2026-11-22 06:01 UTC there was no such price\./)
    for (const event of [past, route])
      expect(formatAlert(event, { ...plain, language: 'uk' }).text).toMatch(
        /тихі години.*\n(.*\n)?О 2026-11-22 06:01 UTC/,
      )
  })

  test('that is a digest names price, exchange, age, confidence and change of each side', () => {
    const buy = {
      ...{ price: 42, exchange: 'okx', received_at: '2026-11-21T10:05:30.000Z', confidence: 'high' },
      ...{ day_ago: 41.5, change_pct: 1.2 },
    } as const
    const sell = { ...buy, price: 41, confidence: 'medium', day_ago: null, change_pct: null } as const
    const facts = { webhook_id: 'wh_1', fiat: 'UAH', updated_at: '2026-11-21T10:05:30.000Z', simulated: true } as const
    const digest = (sides: object) =>
      ({ ...envelope, event: 'digest', data: { ...facts, buy, sell, ...sides } }) as WebhookEvent
    const { subject, text } = formatAlert(digest({}), plain)
    expect(subject).toBe('SIMULATED. USDT in UAH: buy 42.00, sell 41.00')
    expect(text).toMatch(
      /Buy at 42\.00 UAH on OKX, 30 s ago\.\nConfidence high\.\nA day before: 41\.50 UAH, change \+1\.2 %\./,
    )
    expect(text).toMatch(/Sell at 41\.00 UAH on OKX, 30 s ago\.\nConfidence medium\.\nNo price of a day before/)
    expect(formatAlert(digest({ sell: null }), plain).text).toContain('There is no reliable price to sell USDT now.')
    const ukrainian = formatAlert(digest({}), { ...plain, language: 'uk' })
    expect(ukrainian.text).toMatch(
      /Купівля за 42,00 UAH на OKX, 30 с тому\.\nНадійність висока\.\nДобу тому: 41,50 UAH/,
    )
    expect(ukrainian.text + ukrainian.subject).not.toMatch(/[{}]/)
  })

  test('carries the stop link of a mail in both of its forms', () => {
    const stop = 'https://rates.example.com/stop/in_1'
    const { text, html } = formatAlert(price, { ...plain, stop })
    expect(text).toContain(stop)
    expect(html).toContain(`<a href="${stop}">`)
  })

  test('accepts untrusted text: no markup, no line, no header, no slot of our own', () => {
    const hostile = '<img src=x onerror=alert(1)>"\'&\r\nBcc: a@b.c\u202e{threshold} [a](http://x) *b* $&'
    const event: WebhookEvent = {
      ...price,
      data: { ...price.data, best: { price: 1, exchange: hostile } },
    } as WebhookEvent
    const { subject, text, html } = formatAlert(event, { ...plain, note: hostile })
    expect(html).not.toMatch(/<img|\u202e/)
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp; Bcc: a@b.c{threshold}')
    expect(text.split('\n').some((line) => line.startsWith('Bcc:'))).toBe(false)
    expect(subject).not.toMatch(/[\r\n]/)
    expect(formatMessage('x', hostile, []).subject).not.toMatch(/[\r\n\u202e]/)
  })
})

test('a letter has its link and names the server', () => {
  const link = 'https://rates.example.com/confirm#abc'
  for (const language of ['en', 'uk'] as const)
    for (const kind of ['confirm', 'reset'] as const) {
      const { text, html, subject } = renderMail(kind, { id: 'lt_1', link, language })
      expect(text).toContain(link)
      expect(html).toContain(`href="${link}"`)
      expect(text + subject).toContain('rates.example.com')
      expect(text + subject).not.toMatch(/[{}]/)
    }
})
