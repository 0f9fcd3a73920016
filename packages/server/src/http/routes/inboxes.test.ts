import type { CreatedInbox, InboxList, Webhook, WebhookWithSecret } from '@p2p-rates/contract'
import { checkEach } from '@p2p-rates/core/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startBotStandIn } from '../../alerts/channels/testing/bot-stand-in.js'
import { startMailStandIn } from '../../alerts/channels/testing/mail-stand-in.js'
import { createLog } from '../../base/log/log.js'
import { createBrowser, makePerson, tokenOf } from '../../testing/people.js'
import { startServer, type TestServer } from '../../testing/start-server.js'
import { createTestClient, type TestClient } from '../../testing/test-client.js'

const publicUrl = 'http://rates.example.com'

let bot: Awaited<ReturnType<typeof startBotStandIn>>
let mail: Awaited<ReturnType<typeof startMailStandIn>>
let running: TestServer
let asker: TestClient
let logged: string[]
beforeEach(async () => {
  bot = await startBotStandIn()
  mail = await startMailStandIn()
  logged = []
  running = await startServer({
    historyDays: 0,
    fiats: ['UAH'],
    exchanges: ['okx'],
    log: createLog('debug', (line) => void logged.push(line)),
    settings: {
      P2P_PUBLIC_URL: publicUrl,
      P2P_TELEGRAM_TOKEN: bot.token,
      P2P_TELEGRAM_API_URL: bot.url,
      P2P_SMTP_URL: mail.url.replace('//', '//someone:a-mail-secret@'),
      P2P_SMTP_FROM: 'Rates <alerts@rates.example.com>',
      P2P_REGISTRATION: 'open',
    },
  })
  asker = createTestClient(running.url)
})
afterEach(async () => {
  asker.close()
  await running.stop()
  await Promise.all([bot.close(), mail.close()])
  const said = logged.join('\n')
  for (const secret of [bot.token, 'a-mail-secret', 'desk@example.com', 'ann@example.com'])
    expect(said).not.toContain(secret)
})

const browser = () => createBrowser(asker, publicUrl)
async function call<Body>(method: string, path: string, body?: object, key = running.keys.Pro) {
  const { status, text } = await asker.ask({
    method,
    path: `/api/v1${path}`,
    headers: [
      ['X-API-Key', key],
      ['Content-Type', 'application/json'],
    ],
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status, body: (text === '' ? undefined : JSON.parse(text)) as Body & { detail?: { code: string } } }
}
const hookTo = (inboxId: string, more: object = {}) =>
  call<WebhookWithSecret>('POST', '/webhooks', { url: `inbox:${inboxId}`, event: 'best_buy', threshold: 1, ...more })
const statesOf = async () => (await call<InboxList>('GET', '/inboxes')).body.inboxes.map(({ state }) => state)
const linkIn = (text: string, page: string) => new RegExp(`${publicUrl}/${page}#[\\w-]+`).exec(text)?.[0] ?? ''

describe('a mail address', () => {
  const add = () =>
    call<CreatedInbox>('POST', '/inboxes', { kind: 'email', address: 'Desk@Example.com', language: 'uk' })

  test('gets no alert until its recipient has confirmed, once', async () => {
    const { status, body } = await add()
    expect([status, body.state, body.name, body.start]).toEqual([201, 'waiting', 'desk@example.com', null])
    expect((await hookTo(body.id)).body.detail).toMatchObject({ code: 'invalid_webhook_url', param: 'url' })
    const link = linkIn(mail.mails[0]?.text ?? '', 'confirm')
    const confirm = () => browser().ask('POST', '/inbox-confirmations', { token: tokenOf({ link }) })
    expect((await confirm()).status).toBe(200)
    expect((await confirm()).status).toBe(403)
    expect(await statesOf()).toEqual(['confirmed'])
    const { body: hook } = await hookTo(body.id, { description: 'Моя <b>нотатка' })
    expect([hook.url, hook.secret]).toEqual([`inbox:${body.id}`, undefined])
    await call('POST', `/webhooks/${hook.id}/test`)
    await expect.poll(() => mail.mails.length).toBe(2)
    const [, alert] = mail.mails
    expect(alert?.to).toBe('desk@example.com')
    expect(alert?.text).toContain('Це проба')
    expect(alert?.text).toContain('Моя &lt;b&gt;нотатка')
    expect(alert?.headers).toContain(`List-Unsubscribe: <${publicUrl}/stop/${body.id}>`)
  })

  test('is stopped by one click of its reader, as mail programs send it', async () => {
    const { body } = await add()
    const link = linkIn(mail.mails[0]?.text ?? '', 'confirm')
    await browser().ask('POST', '/inbox-confirmations', { token: tokenOf({ link }) })
    const { body: hook } = await hookTo(body.id)
    const click = (id: string) =>
      asker.ask({
        method: 'POST',
        path: `/stop/${id}`,
        headers: [['Content-Type', 'application/x-www-form-urlencoded']],
        body: 'List-Unsubscribe=One-Click',
      })
    expect([(await click(body.id)).status, (await click('in_nobody')).status]).toEqual([204, 204])
    expect(await statesOf()).toEqual(['stopped'])
    expect((await call<Webhook>('GET', `/webhooks/${hook.id}`)).body).toMatchObject({
      enabled: false,
      disabled_reason: 'stopped',
    })
    for (const change of [{ url: `inbox:${body.id}` }, { enabled: true }])
      expect((await call('PATCH', `/webhooks/${hook.id}`, change)).status).toBe(400)
  })

  test('rejected by the mail server is reported at once, and does not count', async () => {
    mail.refuse('RCPT TO', '550 5.1.1 nobody')
    const { status, body } = await add()
    expect([status, body.detail?.code]).toEqual([503, 'mail_refused'])
    expect(await statesOf()).toEqual([])
  })

  test('gets five mails an hour, from any caller', async () => {
    for (let time = 0; time < 5; time++) expect((await add()).status).toBe(time < 5 ? 201 : 429)
    expect((await add()).status).toBe(429)
    const other = await call('POST', '/inboxes', { kind: 'email', address: 'desk@example.com' }, running.keys.Business)
    expect(other.status).toBe(429)
  })

  test('is rejected if malformed', () =>
    checkEach(
      [
        '',
        'desk',
        'a@b',
        'a b@example.com',
        'https://example.com/',
        '<a@example.com>',
        'a,b@example.com',
        'a@example.com\r\nBcc: c@d.e',
        '"x"@example.com',
      ],
      async (address) => {
        expect((await call('POST', '/inboxes', { kind: 'email', address })).body.detail?.code).toBe('invalid_parameter')
        expect(mail.mails).toEqual([])
      },
    ))
})

test('the webhook of a service is refused at another address, with an example', () =>
  checkEach(
    [
      ['discord', 'https://example.com/x', 'https://discord.com/api/webhooks/ID/TOKEN'],
      ['discord', 'https://discord.com.evil.example/api/webhooks/1/t', 'https://discord.com/api/webhooks/ID/TOKEN'],
      ['slack', 'https://discord.com/api/webhooks/1/t', 'https://hooks.slack.com/services/T.../B.../TOKEN'],
    ] as const,
    async ([kind, address, example]) => {
      const { body } = await call('POST', '/inboxes', { kind, address })
      expect(body.detail).toMatchObject({ code: 'invalid_parameter', message: expect.stringContaining(example) })
    },
  ))

describe('a chat', () => {
  const link = async () => {
    const { body } = await call<CreatedInbox>('POST', '/inboxes', { kind: 'telegram' })
    bot.write(77, `/start ${body.start?.code}`, {}, { title: 'Desk' })
    await expect.poll(statesOf).toEqual(['confirmed'])
    return body
  }

  test('is linked by its code, gets alerts, and ends by /stop', async () => {
    const { id, start } = await link()
    expect(start?.link).toBe(`https://t.me/test_rates_bot?start=${start?.code}`)
    const { body: hook } = await hookTo(id)
    await call('POST', `/webhooks/${hook.id}/test`)
    await expect.poll(() => bot.sent.some(({ text }) => text.startsWith('This is a test.'))).toBe(true)
    bot.write(77, '/stop')
    await expect.poll(statesOf).toEqual(['stopped'])
    await expect
      .poll(async () => (await call<Webhook>('GET', `/webhooks/${hook.id}`)).body)
      .toMatchObject({ enabled: false, disabled_reason: 'stopped' })
  })

  test('that has blocked the bot is over, and so are the webhooks that go there', async () => {
    const { id } = await link()
    const { body: hook } = await hookTo(id)
    bot.refuse(77, { status: 403 })
    await call('POST', `/webhooks/${hook.id}/test`)
    await expect.poll(statesOf).toEqual(['blocked'])
    await expect
      .poll(async () => (await call<Webhook>('GET', `/webhooks/${hook.id}`)).body)
      .toMatchObject({ enabled: false, disabled_reason: 'blocked' })
  })
})

test('the bot answers questions about prices, in a chat and inline, from anyone', async () => {
  bot.write(78, '/rate USD')
  bot.write(79, '/quote 20000 uah mono')
  bot.query(80, 'rate UAH')
  await expect.poll(() => [bot.sent.length, bot.inlineAnswers.length]).toEqual([2, 1])
  expect(bot.menu).toEqual(['rate', 'quote', 'stop', 'help'])
  expect(bot.sent[0]).toMatchObject({ chatId: 78, text: expect.stringMatching(/Currencies: UAH\.$/) })
  expect(bot.sent[1]).toMatchObject({ chatId: 79, text: expect.stringContaining('UAH') })
  expect(bot.sent[1]?.fields).not.toHaveProperty('parse_mode')
  const [article] = z
    .array(z.object({ title: z.string(), input_message_content: z.object({ message_text: z.string() }).loose() }))
    .parse(bot.inlineAnswers[0]?.results)
  expect(article?.title).toContain('UAH')
  expect(article?.input_message_content).not.toHaveProperty('parse_mode')
})

test('inboxes belong to their account, and are deleted with it or on request', async () => {
  const { body } = await call<CreatedInbox>('POST', '/inboxes', { kind: 'telegram' })
  const others = await call<InboxList>('GET', '/inboxes', undefined, running.keys.Business)
  expect(others.body).toEqual({ inboxes: [], kinds: ['email', 'telegram', 'ntfy', 'discord', 'slack'] })
  expect((await call('DELETE', `/inboxes/${body.id}`, undefined, running.keys.Business)).status).toBe(404)
  expect((await hookTo(body.id)).status).toBe(400)
  expect((await call('DELETE', `/inboxes/${body.id}`)).status).toBe(204)
  expect(await statesOf()).toEqual([])
})

test('a forgotten password is replaced by a mailed link; the answer reveals no account', async () => {
  const { email, password } = await makePerson(running.config.DATA_DIR)
  expect(JSON.parse((await browser().ask('GET', '/registration')).text)).toMatchObject({ by_mail: true })
  const asked = await browser().ask('POST', '/reset-mails', { email: email.toUpperCase() })
  const unknown = await browser().ask('POST', '/reset-mails', { email: 'nobody@example.com' })
  expect([asked.status, unknown.status, asked.text]).toEqual([204, 204, unknown.text])
  await expect.poll(() => mail.mails.length).toBe(1)
  const link = linkIn(mail.mails[0]?.text ?? '', 'reset')
  const set = await browser().ask('POST', '/password-resets', {
    token: tokenOf({ link }),
    new_password: 'another long one',
  })
  expect(set.status).toBe(204)
  const logIn = (password: string) => browser().ask('POST', '/sessions', { email, password })
  expect([(await logIn(password)).status, (await logIn('another long one')).status]).toEqual([401, 201])
})
