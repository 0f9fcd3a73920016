import { defaultPlans, type InboxKind, webhookEventExample } from '@p2p-rates/contract'
import { usualExchanges } from '@p2p-rates/core/internal'
import { beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../../../base/log/log.js'
import { openMemoryStore } from '../../../storage/sqlite/open-store.js'
import { createFakeClock } from '../../../testing/fake-clock.js'
import { createSecretBox } from '../../webhooks/master-key.js'
import type { PostOutcome } from '../../webhooks/post-to-receiver.js'
import { createChannelService } from '../channel-service.js'
import type { Message } from '../message-and-transport.js'
import { createWebTransports } from './web-transports.js'

const addresses = {
  ntfy: 'https://ntfy.sh/my-secret-topic',
  discord: 'https://discord.com/api/webhooks/1234/a-long-secret-token-of-this-channel',
  slack: 'https://hooks.slack.com/services/T0/B0/a-long-secret-token',
} as const
const kinds = ['ntfy', 'discord', 'slack'] as const
const account = { id: 'acc_one', plan: 'Pro', limits: defaultPlans.Pro } as const
const secretBox = createSecretBox(Buffer.alloc(32, 7))

type Posted = { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly body: string }
let posted: Posted[]
let outcome: PostOutcome
let store: ReturnType<typeof openMemoryStore>
let closed: string[]
let tries: string[]
beforeEach(() => {
  posted = []
  outcome = { status: 200, fault: null, retryAfter: null }
  store = openMemoryStore()
  closed = []
  tries = []
})

const transports = createWebTransports(async (url, headers, body) => {
  posted.push({ url: url.href, headers, body })
  return outcome
})

function openChannels({ allowPrivate = false, box = secretBox } = {}) {
  const channels = createChannelService({
    store: store.inboxes,
    transports,
    botName: () => null,
    attempts: {
      countAttempt: (name) => {
        tries.push(name)
        return null
      },
    },
    publicUrl: () => 'https://rates.example.com',
    exchangeName: usualExchanges.nameOf,
    secretBox: box,
    allowPrivate,
    clock: createFakeClock(),
    log: silentLog,
  })
  channels.onClosed(async (_, id, reason) => void closed.push(`${id} ${reason}`))
  return channels
}

const refusal = (code: string) => expect.objectContaining({ problem: expect.objectContaining({ code }) })
const event = { ...webhookEventExample, id: 'dl_1' }
const linkIn = (body: string): string => /confirm#([\w-]+)/.exec(body)?.[1] ?? ''

async function confirmedInbox(kind: (typeof kinds)[number], channels = openChannels()) {
  const { inbox } = await channels.create(account, { kind, address: addresses[kind], language: 'en' })
  await channels.confirm(linkIn(posted.at(-1)?.body ?? ''))
  return { channels, inbox, target: { accountId: account.id, url: `inbox:${inbox.id}`, note: null } }
}

describe.each(kinds)('an inbox of %s', (kind) => {
  test('gets a link first and alerts once it is confirmed', async () => {
    const channels = openChannels()
    const { inbox, start } = await channels.create(account, { kind, address: addresses[kind], language: 'en' })
    expect([inbox.state, start, posted.length]).toEqual(['waiting', null, 1])
    expect(await channels.isOpenFor(account.id, `inbox:${inbox.id}`)).toBe(false)
    await channels.confirm(linkIn(posted[0]?.body ?? ''))
    expect(await channels.isOpenFor(account.id, `inbox:${inbox.id}`)).toBe(true)
    const target = { accountId: account.id, url: `inbox:${inbox.id}`, note: 'mine' }
    expect(await channels.send(target, event)).toMatchObject({ status: 200, ends: null })
    expect(posted[1]).toMatchObject({ url: addresses[kind], body: expect.stringContaining('Alert dl') })
    expect(posted[1]?.body).toContain(`https://rates.example.com/stop/${inbox.id}`)
    await channels.stop(inbox.id)
    expect(await channels.send(target, event)).toEqual({ over: 'stopped' })
  })

  test('keeps its address sealed, masked and out of the names of limits', async () => {
    const { inbox } = await confirmedInbox(kind)
    const stored = await store.inboxes.find(inbox.id)
    const { pathname, host } = new URL(addresses[kind])
    for (const text of [JSON.stringify(stored), tries.join()]) {
      expect(text).not.toContain(pathname)
      expect(text).not.toContain(pathname.slice(-10))
    }
    expect(stored?.name).toMatch(new RegExp(`^${host}/….{0,4}$`))
    expect(tries).toHaveLength(2)
  })

  test('added again is the same inbox, without another message', async () => {
    const { channels, inbox } = await confirmedInbox(kind)
    const again = await channels.create(account, { kind, address: addresses[kind], language: 'en' })
    expect([again.inbox.id, again.inbox.state, posted.length]).toEqual([inbox.id, 'confirmed', 1])
    const other = await channels.create(
      { ...account, id: 'acc_two' },
      { kind, address: addresses[kind], language: 'en' },
    )
    expect([other.inbox.state, posted.length]).toEqual(['waiting', 2])
  })

  test('survives a new master key', async () => {
    const { target } = await confirmedInbox(kind)
    const next = createSecretBox(Buffer.alloc(32, 8))
    const reseal = (sealed: Uint8Array, id: string) => next.seal(secretBox.open(sealed, id), id)
    expect(await store.reseal(reseal, { name: 'canary', value: 'x' })).toBe(1)
    expect(await openChannels({ box: next }).send(target, event)).toMatchObject({ status: 200 })
    expect(posted.at(-1)?.url).toBe(addresses[kind])
    await expect(openChannels().send(target, event)).rejects.toThrow()
  })

  test.each([
    [{ status: 404 }, { status: 404, ends: 'refused' }, ['refused']],
    [{ status: 410 }, { status: 410, ends: 'refused' }, ['refused']],
    [{ status: 429, retryAfter: '7' }, { status: 429, retryAfter: '7', ends: null }, []],
    [{ status: 500 }, { status: 500, ends: null }, []],
    [{ status: null, fault: 'timeout' }, { status: null, fault: 'timeout', ends: null }, []],
  ])('that answers %j is over, or retried', async (answer, expected, reasons) => {
    const { channels, target, inbox } = await confirmedInbox(kind)
    outcome = { ...outcome, ...answer }
    expect(await channels.send(target, event)).toMatchObject(expected)
    expect(closed).toEqual(reasons.map((reason) => `${inbox.id} ${reason}`))
  })

  test('that refuses its first message is not kept', async () => {
    outcome = { ...outcome, status: 403 }
    const wish = { kind, address: addresses[kind], language: 'en' } as const
    await expect(openChannels().create(account, wish)).rejects.toEqual(refusal('mail_refused'))
    expect(await store.inboxes.list(account.id)).toEqual([])
  })
})

test.each([
  'http://ntfy.sh/topic',
  'https://10.0.0.1/topic',
  'https://ntfy.local/topic',
  'https://user:pw@ntfy.sh/topic',
])('%s is refused, unless the operator allows private receivers', async (address) => {
  const wish = { kind: 'ntfy' as InboxKind, address, language: 'en' as const }
  await expect(openChannels().create(account, wish)).rejects.toEqual(refusal('invalid_parameter'))
  expect(posted).toEqual([])
})

test('a private address is taken if the operator allows it', async () => {
  const wish = { kind: 'ntfy', address: 'http://10.0.0.1/topic', language: 'en' } as const
  expect((await openChannels({ allowPrivate: true }).create(account, wish)).inbox.name).toBe('10.0.0.1/…')
})

describe('a message', () => {
  const hostile = '<!channel> @everyone **b** [a](http://evil.example) &amp; `x`'
  const message: Message = {
    id: 'dl_1',
    subject: 'Ціна 41\u00a0UAH',
    text: `Your note: ${hostile}\nStop these alerts\nhttps://rates.example.com/stop/in_1`,
    html: '',
  }
  const links = { stop: 'https://rates.example.com/stop/in_1', open: 'https://rates.example.com' }
  const post = async (kind: (typeof kinds)[number], told = message): Promise<Posted> => {
    await transports[kind].send(addresses[kind], told, links)
    return posted.at(-1) ?? { url: '', headers: {}, body: '' }
  }

  test('to ntfy is plain text, with a title and a page to open', async () => {
    const { headers, body } = await post('ntfy')
    expect(body).toBe(message.text)
    expect(headers).toMatchObject({
      Click: 'https://rates.example.com',
      Title: expect.stringMatching(/^=\?UTF-8\?B\?[\w+/=]+\?=$/),
    })
    const title = /\?B\?(.*)\?=$/.exec(headers.Title ?? '')?.[1] ?? ''
    expect(Buffer.from(title, 'base64').toString('utf8')).toBe(message.subject)
  })

  test('to Discord mentions no one and has no markup, but links of the server', async () => {
    const { content, ...rest } = JSON.parse((await post('discord')).body)
    expect(rest).toEqual({ allowed_mentions: { parse: [] }, flags: 4 })
    expect(content).toContain('\\*\\*b\\*\\* \\[a\\]\\(http\\://evil')
    expect(content).toContain('\nhttps://rates.example.com/stop/in_1')
  })

  test('to Slack mentions no one and has no markup', async () => {
    const { text, mrkdwn } = JSON.parse((await post('slack')).body)
    expect(mrkdwn).toBe(false)
    expect(text).toContain('&lt;!channel&gt; @everyone **b** [a](http://evil.example) &amp;amp;')
  })

  test.each(kinds)('to %s is never longer than the service takes', async (kind) => {
    const { body } = await post(kind, { ...message, text: 'ж*'.repeat(5_000) })
    expect(Buffer.byteLength(kind === 'ntfy' ? body : '')).toBeLessThan(4_096)
    if (kind === 'discord') expect([...JSON.parse(body).content].length).toBeLessThanOrEqual(2_000)
  })
})
