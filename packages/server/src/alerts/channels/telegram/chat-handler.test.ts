import { beforeEach, expect, test } from 'vitest'
import { openMemoryStore } from '../../../storage/sqlite/open-store.js'
import { createFakeClock } from '../../../testing/fake-clock.js'
import { type InboxStore, inboxDigestOf } from '../inbox-store.js'
import { anInbox } from '../testing/an-inbox.js'
import { createChatHandler } from './chat-handler.js'
import type { PriceReplies } from './price-replies.js'

const clock = createFakeClock()
let store: InboxStore
let stopped: string[]
const codeOf = (code: string) => ({ digest: inboxDigestOf(code), endsAtMs: clock.wallMs() + 1_000 })
const waiting = (facts: Partial<ReturnType<typeof anInbox>> = {}) =>
  anInbox({ kind: 'telegram', address: null, name: null, state: 'waiting', code: codeOf('c0de'), ...facts })

beforeEach(async () => {
  store = openMemoryStore().inboxes
  stopped = []
})

const prices: PriceReplies = { isOpen: true, answerCommand: async () => 'other', answerInline: async () => null }

const handle = (update: object, ports: { prices?: PriceReplies } = {}) =>
  createChatHandler({
    store,
    stop: async (id, state) => {
      stopped.push(id)
      return store.change(id, (now) => ({ ...now, state }))
    },
    prices,
    clock,
    ...ports,
  })({ update_id: 1, ...update })

async function write(text: string, { chat = {}, from = {} }: { chat?: object; from?: object } = {}) {
  const reply = await handle({ message: { text, chat: { id: 77, ...chat }, from } })
  return reply !== null && 'text' in reply ? reply : null
}

test('/start with the code links the chat, once; the same again changes nothing', async () => {
  await store.create(waiting(), 5)
  expect((await write('/start c0de', { chat: { username: 'desk' } }))?.text).toMatch(/linked/)
  const linked = await store.find('in_one')
  expect(linked).toMatchObject({ state: 'confirmed', address: '77', name: '@desk', code: null })
  expect((await write('/start@test_rates_bot c0de'))?.text).toMatch(/linked/)
  expect(await store.find('in_one')).toEqual(linked)
})

test('of two chats with the same code one gets it', async () => {
  await store.create(waiting(), 5)
  await write('/start c0de')
  expect((await write('/start c0de', { chat: { id: 78 } }))?.text).toMatch(/unknown/)
  expect(await store.find('in_one')).toMatchObject({ address: '77' })
})

test('an expired code, or one of a mail address or of no inbox, links nothing', async () => {
  await store.create(waiting({ code: { ...codeOf('late'), endsAtMs: clock.wallMs() } }), 5)
  await store.create(waiting({ id: 'in_mail', kind: 'email', address: 'a@b.c', code: codeOf('mail') }), 5)
  for (const code of ['late', 'mail', 'none', "' OR 1=1 --"]) await write(`/start ${code}`)
  expect((await store.list('acc_one')).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
})

test('/stop ends messages to the chat, and /start resumes them; other chats are not affected', async () => {
  await store.create(waiting({ address: '77', state: 'confirmed', code: null, language: 'uk' }), 5)
  await store.create(waiting({ id: 'in_other', address: '78', state: 'confirmed', code: null }), 5)
  expect((await write('/stop'))?.text).toMatch(/зупинено/)
  expect(stopped).toEqual(['in_one'])
  expect((await write('/start'))?.text).toMatch(/знову/)
  expect((await store.list('acc_one')).map(({ state }) => state)).toEqual(['confirmed', 'confirmed'])
})

test('an unknown chat gets instructions, in its language', async () => {
  expect((await write('/start'))?.text).toMatch(/add a Telegram chat/)
  expect((await write('/start', { from: { language_code: 'uk' } }))?.text).toMatch(/додайте/)
  expect((await write('/help'))?.text).toMatch(/\/rate UAH.*\/quote 20000 UAH/)
  const help = { message: { text: '/help', chat: { id: 77 } } }
  expect(await handle(help, { prices: { ...prices, isOpen: false } })).toMatchObject({
    text: expect.not.stringContaining('/rate'),
  })
})

test('the name of a chat is one clean line, however hostile', async () => {
  await store.create(waiting(), 5)
  await write('/start c0de', { chat: { title: `\u202e<b>\n\u001b[31m${'x'.repeat(500)}` } })
  const { name } = (await store.find('in_one')) ?? {}
  expect(name).toMatch(/^<b> x+$/)
  expect([...(name ?? '')].length).toBe(64)
})

test.each([null, {}, { update_id: 1 }, { message: { text: 7 } }, { message: { text: '/start x', chat: { id: 'y' } } }])(
  'an update without a message is skipped: %j',
  async (update) => {
    expect(await createChatHandler({ store, stop: async () => null, prices, clock })(update)).toBeNull()
  },
)

test.each(['hello', '/startle', '/helpme', 'x /start c0de', `/start ${'a'.repeat(65)}`, '/start a b'])(
  'a text without a command of ours is skipped: %s',
  async (text) => {
    expect(await write(text)).toBeNull()
  },
)

test('a price answers the message that asked for it; an inline query gets its own answer', async () => {
  const answer = { id: 'rate', subject: 'USDT in UAH', text: 'Buy at 41.30', html: '' }
  const asked: unknown[] = []
  const telling: PriceReplies = {
    isOpen: true,
    answerCommand: async (...question) => {
      asked.push(question)
      return answer
    },
    answerInline: async (...question) => {
      asked.push(question)
      return answer
    },
  }
  const message = { message_id: 5, text: '/rate UAH', chat: { id: -100 }, from: { id: 7, language_code: 'uk' } }
  expect(await handle({ message }, { prices: telling })).toEqual({
    chatId: '-100',
    text: 'USDT in UAH\nBuy at 41.30',
    replyTo: 5,
  })
  const query = { id: 'q1', from: { id: 7 }, query: 'rate UAH' }
  expect(await handle({ inline_query: query }, { prices: telling })).toEqual({ queryId: 'q1', answer })
  expect(asked).toEqual([
    ['/rate UAH', { userId: '7', chatId: '-100', languageCode: 'uk' }],
    ['rate UAH', { userId: '7', chatId: '7', languageCode: undefined }],
  ])
})
