import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMailTransport } from './mail/mail-transport.js'
import type { Message } from './message-and-transport.js'
import { createBotApi, createTelegramTransport } from './telegram/bot-api.js'
import { startBotStandIn } from './testing/bot-stand-in.js'
import { startMailStandIn } from './testing/mail-stand-in.js'

const message: Message = { id: 'dl_1', subject: 'Ціна 41', text: 'Ціна 41\nдва', html: '<p>Ціна 41</p>' }
const links = { stop: 'https://rates.example.com/stop/in_1' }

describe('a mail', () => {
  let server: Awaited<ReturnType<typeof startMailStandIn>>
  beforeEach(async () => {
    server = await startMailStandIn()
  })
  afterEach(() => server.close())
  const send = (url = server.url, to = 'desk@example.com') =>
    createMailTransport({ url, from: 'Rates <alerts@rates.example.com>' }).send(to, message, links)

  test('arrives as text and as a page, with one click to stop it and the same id on every attempt', async () => {
    expect(await send()).toEqual({ status: 250, fault: null, retryAfter: null, ends: null })
    await send()
    expect(server.mails.map(({ to }) => to)).toEqual(['desk@example.com', 'desk@example.com'])
    for (const { headers, text } of server.mails) {
      expect(headers).toContain('List-Unsubscribe: <https://rates.example.com/stop/in_1>')
      expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
      expect(headers).toContain('Message-ID: <dl_1@rates.example.com>')
      expect(headers).toContain('Auto-Submitted: auto-generated')
      expect(text).toContain('Ціна 41')
      expect(text).toContain('<p>Ціна 41</p>')
    }
  })

  test.each([
    ['RCPT TO:<desk@', '451 4.7.1 greylisted', { status: 451, ends: null }],
    ['RCPT TO:<desk@', '550 5.1.1 nobody', { status: 550, ends: 'refused' }],
    ['DATA end', '421 4.3.0 busy', { status: 421, ends: null }],
    ['RCPT TO:<desk@', '550 no such user', { status: 550, ends: 'refused' }],
    ['RCPT TO:<desk@', '550-5.2.1 closed\r\n550 5.2.1 for good', { status: 550, ends: 'refused' }],
    ['RCPT TO:<desk@', '551 5.1.6 moved away', { status: 551, ends: 'refused' }],
    ['RCPT TO:<desk@', '553 no such name', { status: 553, ends: 'refused' }],
    ['RCPT TO:<desk@', '554 5.1.1 nobody', { status: 554, ends: 'refused' }],
    ['RCPT TO:<desk@', '552 5.2.2 mailbox full', { status: 552, ends: null }],
    ['RCPT TO:<desk@', '550 5.2.2 mailbox full', { status: 550, ends: null }],
    ['RCPT TO:<desk@', '550-5.7.1 not from\r\n550 5.7.1 there', { status: 550, ends: null }],
    ['RCPT TO:<desk@', '554 greylisted', { status: 554, ends: null }],
    ['RCPT TO:<desk@', '571 5.7.1 policy', { status: 571, ends: null }],
    ['DATA end', '554 5.7.1 no', { status: 554, ends: null }],
    ['DATA end', '552 too much', { status: 552, ends: null }],
  ])('that is refused at %s with %s is tried again, or is over for its reader', async (at, reply, outcome) => {
    server.refuse(at, reply)
    expect(await send()).toMatchObject({ ...outcome, fault: null })
  })

  test('whose sender or password the server refuses is server error', async () => {
    server.refuse('MAIL FROM', '550 5.7.1 who are you')
    expect(await send()).toMatchObject({ status: null, fault: 'internal', ends: null })
    server.refuse('AUTH', '535 5.7.8 wrong')
    expect(await send(server.url.replace('//', '//user:secret@'))).toMatchObject({ fault: 'internal', ends: null })
  })

  test('gets no password of ours from a server elsewhere that does not offer encryption', async () => {
    // `0.0.0.0` reaches 127.0.0.1, but is not recognised as this machine.
    const elsewhere = server.url.replace('127.0.0.1', '0.0.0.0').replace('//', '//user:secret@')
    expect(await send(elsewhere)).toMatchObject({ status: null, fault: 'internal' })
    expect(server.heard()).not.toContain('AUTH')
    expect(await send(`${elsewhere}?tls=off`)).toMatchObject({ status: 250 })
  })

  test('finds a closed port: a network fault, to be retried', async () => {
    expect(await send('smtp://127.0.0.1:1')).toMatchObject({ status: null, fault: 'network', ends: null })
  })
})

describe('a chat', () => {
  let bot: Awaited<ReturnType<typeof startBotStandIn>>
  beforeEach(async () => {
    bot = await startBotStandIn()
  })
  afterEach(() => bot.close())
  const send = (token = bot.token, apiUrl = bot.url) =>
    createTelegramTransport(createBotApi({ apiUrl, token })).send('-1007', message, links)

  test('gets plain text: nothing in it is markup, and no link is opened', async () => {
    expect(await send()).toEqual({ status: 200, fault: null, retryAfter: null, ends: null })
    expect(bot.sent).toMatchObject([{ chatId: -1007, text: 'Ціна 41\nдва' }])
    expect(bot.sent[0]?.fields).not.toHaveProperty('parse_mode')
    expect(bot.sent[0]?.fields).toMatchObject({ link_preview_options: { is_disabled: true } })
  })

  test.each([
    [
      { status: 429, parameters: { retry_after: 17 } },
      { status: 429, retryAfter: '17', ends: null },
    ],
    [{ status: 403 }, { status: 403, ends: 'blocked' }],
    [{ status: 400 }, { status: 400, ends: 'blocked' }],
    [
      { status: 400, parameters: { migrate_to_chat_id: -42 } },
      { status: 400, ends: null, movedTo: '-42' },
    ],
    [{ status: 502 }, { status: 502, ends: null }],
  ])('that answers %j is waited for, followed or over', async (refusal, outcome) => {
    bot.refuse(-1007, refusal)
    expect(await send()).toMatchObject(outcome)
  })

  test('is not blamed for a wrong token, nor for a Bot API that is not there', async () => {
    expect(await send('1:another-token')).toMatchObject({ status: null, fault: 'internal', ends: null })
    expect(await send(bot.token, 'http://127.0.0.1:1')).toMatchObject({ status: null, fault: 'network', ends: null })
  })
})
