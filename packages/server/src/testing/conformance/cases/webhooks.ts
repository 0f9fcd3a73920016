import type { TestRequest } from '../../test-client.js'
import type { Case, ConformanceServer, Expected } from '../conformance-server.js'

export const webhookCases = (): Case[] => [
  ...creating,
  ...refusedBodies,
  ...changing,
  ...rotating,
  ...ofOne,
  ...foreign,
  ...repeating,
]

const base = { url: 'https://hooks.example.com/hook', event: 'spread', threshold: 0.5, amount: 10_000 }

const post = (
  key: string,
  path: string,
  body: unknown,
  extra: readonly (readonly [string, string])[] = [],
): TestRequest => ({
  method: 'POST',
  path: `/api/v1${path}`,
  headers: [['X-API-Key', key], ['Content-Type', 'application/json'], ...extra],
  body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
})

const creation = (name: string, body: unknown, expected: Expected, endpoint = 'webhooks.create'): Case => ({
  endpoint,
  name,
  ask: ({ keys }) => post(keys.Business, '/webhooks', body),
  expected,
})

const creating: readonly Case[] = [
  creation('the least', base, { status: 201 }),
  ...[
    { ...base, fiat: 'eur' },
    { ...base, threshold: -3, amount: 0.01 },
    { ...base, exchange: 'okx', payment_method: 'mono', hysteresis: 0, description: 'ü'.repeat(200) },
    { ...base, event: 'best_buy', threshold: 41.2, amount: undefined },
    { ...base, event: 'best_sell', threshold: 1e9, payment_method: '' },
    { ...base, payment_method: 'monobnk' },
    { ...base, url: 'https://hooks.example.com:8443/a?b=c' },
  ].map((body) => creation(JSON.stringify(body).slice(0, 120), body, { status: 201 })),
]

const invalid = (param: string): Expected => ({ status: 400, code: 'invalid_parameter', param })
const noUrl: Expected = { status: 400, code: 'invalid_webhook_url', param: 'url' }
const noJson: Expected = { status: 400, code: 'invalid_json' }

const wrongFields: readonly (readonly [string, unknown, Expected])[] = [
  ['no url', { ...base, url: undefined }, invalid('url')],
  ['an empty url', { ...base, url: '' }, invalid('url')],
  ['a url of another type', { ...base, url: 5 }, noUrl],
  ['plain http', { ...base, url: 'http://hooks.example.com/' }, noUrl],
  ['another scheme', { ...base, url: 'ftp://hooks.example.com/' }, noUrl],
  ['a private address', { ...base, url: 'https://127.0.0.1/' }, noUrl],
  ['a private address in disguise', { ...base, url: 'https://2130706433/' }, noUrl],
  ['a mapped address', { ...base, url: 'https://[::ffff:10.0.0.1]/' }, noUrl],
  ['user info', { ...base, url: 'https://u:p@hooks.example.com/' }, noUrl],
  ['a low port', { ...base, url: 'https://hooks.example.com:22/' }, noUrl],
  ['no address at all', { ...base, url: 'receiver' }, noUrl],
  ['a very long url', { ...base, url: `https://hooks.example.com/${'a'.repeat(2_100)}` }, noUrl],
  ['no event', { ...base, event: undefined }, invalid('event')],
  ['an unknown event', { ...base, event: 'moon' }, { status: 400, code: 'unsupported_event' }],
  ['a ping as event', { ...base, event: 'ping' }, { status: 400, code: 'unsupported_event' }],
  ['no threshold', { ...base, threshold: undefined }, invalid('threshold')],
  ['a threshold as text', { ...base, threshold: '0.5' }, invalid('threshold')],
  ['a threshold that is null', { ...base, threshold: null }, invalid('threshold')],
  ['a threshold below -100', { ...base, threshold: -101 }, invalid('threshold')],
  ['a price below zero', { ...base, event: 'best_buy', threshold: -1 }, invalid('threshold')],
  ['a price of zero', { ...base, event: 'best_sell', threshold: 0 }, invalid('threshold')],
  ['a spread without an amount', { ...base, amount: undefined }, invalid('amount')],
  ['an amount of zero', { ...base, amount: 0 }, invalid('amount')],
  ['an amount as text', { ...base, amount: '1000' }, invalid('amount')],
  ['a wrong currency', { ...base, fiat: 'XXX' }, { status: 400, code: 'unsupported_fiat' }],
  ['a wrong exchange', { ...base, exchange: 'Binance' }, { status: 400, code: 'unsupported_exchange' }],
  ['a long payment method', { ...base, payment_method: 'x'.repeat(65) }, invalid('payment_method')],
  ['a negative hysteresis', { ...base, hysteresis: -1 }, invalid('hysteresis')],
  ['a long description', { ...base, description: 'x'.repeat(201) }, invalid('description')],
  ['an unknown field', { ...base, treshold: 1 }, invalid('treshold')],
  ['a plan of its own', { ...base, plan: 'Business' }, invalid('plan')],
  ['a secret of its own', { ...base, secret: 'whsec_x' }, invalid('secret')],
  ['enabled', { ...base, enabled: true }, invalid('enabled')],
  ['an id of its own', { ...base, id: 'wh_1' }, invalid('id')],
]

const rawBodies: readonly (readonly [string, string | Buffer, Expected])[] = [
  [
    '__proto__',
    `{"__proto__":{"admin":true},"url":"${base.url}","event":"spread","threshold":1}`,
    invalid('__proto__'),
  ],
  ['constructor', `{"constructor":{"prototype":{}},"url":"${base.url}"}`, invalid('constructor')],
  ['no JSON', '{"url":', noJson],
  ['nothing', '', noJson],
  ['a list', '[]', noJson],
  ['a text', '"hello"', noJson],
  ['null', 'null', noJson],
  ['NaN', '{"threshold":NaN}', noJson],
  ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), noJson],
  ['an infinite number', `{"url":"${base.url}","event":"spread","threshold":1e999}`, invalid('threshold')],
  ['deep nesting', `${'['.repeat(8_000)}${']'.repeat(8_000)}`, noJson],
  ['17 KiB', JSON.stringify({ ...base, description: 'x'.repeat(17_000) }), { status: 413, code: 'body_too_large' }],
]

const refusedBodies: readonly Case[] = [
  ...wrongFields.map(([name, body, expected]) => creation(`refuses ${name}`, body, expected)),
  ...rawBodies.map(([name, body, expected]) => creation(`refuses ${name}`, body, expected)),
  {
    endpoint: 'webhooks.create',
    name: 'refuses 17 KiB without a length',
    ask: ({ keys }) => ({ ...post(keys.Business, '/webhooks', `{"a":"${'x'.repeat(17_000)}"}`), chunked: true }),
    expected: { status: 413, code: 'body_too_large' },
  },
  {
    endpoint: 'webhooks.create',
    name: 'takes a body in chunks',
    ask: ({ keys }) => ({ ...post(keys.Business, '/webhooks', base), chunked: true }),
    expected: { status: 201 },
  },
  ...['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''].map(
    (type): Case => ({
      endpoint: 'webhooks.create',
      name: `refuses the media type "${type}"`,
      ask: ({ keys }) => ({
        ...post(keys.Business, '/webhooks', base),
        headers: [['X-API-Key', keys.Business] as const, ...(type === '' ? [] : [['Content-Type', type] as const])],
      }),
      expected: { status: 415, code: 'unsupported_media_type' },
    }),
  ),
  {
    endpoint: 'webhooks.create',
    name: 'refuses a content encoding',
    ask: ({ keys }) => post(keys.Business, '/webhooks', base, [['Content-Encoding', 'gzip']]),
    expected: { status: 415, code: 'unsupported_media_type' },
  },
  {
    endpoint: 'webhooks.create',
    name: 'takes a charset beside the media type',
    ask: ({ keys }) => ({
      ...post(keys.Business, '/webhooks', base),
      headers: [
        ['X-API-Key', keys.Business],
        ['Content-Type', 'Application/JSON; charset=UTF-8'],
      ],
    }),
    expected: { status: 201 },
  },
]

const makeWebhook = async ({ asker }: ConformanceServer, key: string): Promise<string> => {
  const { text } = await asker.ask(post(key, '/webhooks', base))
  return (JSON.parse(text) as { id: string }).id
}

type Operation = readonly [endpoint: string, method: string, tail: string, status: number]
const operations: readonly Operation[] = [
  ['webhooks.get', 'GET', '', 200],
  ['webhooks.update', 'PATCH', '', 200],
  ['webhooks.test', 'POST', '/test', 202],
  ['webhooks.rotate-secret', 'POST', '/rotate-secret', 200],
  ['webhooks.activate-secret', 'POST', '/activate-secret', 200],
  ['webhooks.deliveries', 'GET', '/deliveries', 200],
  ['webhooks.delete', 'DELETE', '', 204],
]

const on = (key: string, method: string, id: string, tail: string, body: unknown = {}): TestRequest =>
  method === 'PATCH'
    ? { ...post(key, `/webhooks/${id}${tail}`, body), method }
    : { method, path: `/api/v1/webhooks/${id}${tail}`, headers: [['X-API-Key', key]] }

const ofOne: readonly Case[] = [
  ...operations.map(
    ([endpoint, method, tail, status]): Case => ({
      endpoint,
      name: 'of a webhook of one’s own',
      ask: async (scene) => on(scene.keys.Pro, method, await makeWebhook(scene, scene.keys.Pro), tail),
      expected: {
        status,
        also: ({ text }) =>
          text.includes('whsec_') === (endpoint === 'webhooks.rotate-secret')
            ? null
            : 'a secret where none belongs, or none',
      },
    }),
  ),
  {
    endpoint: 'webhooks.resend',
    name: 'of a delivery of one’s own',
    ask: async (scene) => {
      const id = await makeWebhook(scene, scene.keys.Pro)
      const ping = await scene.asker.ask(on(scene.keys.Pro, 'POST', id, '/test'))
      const delivery = (JSON.parse(ping.text) as { id: string }).id
      return on(scene.keys.Pro, 'POST', id, `/deliveries/${delivery}/resend`)
    },
    expected: { status: 202 },
  },
]

const changing: readonly Case[] = (
  [
    ['nothing', {}, { status: 200 }],
    [
      'all',
      { url: 'https://other.example.com/', threshold: 2, amount: 5, enabled: false, description: 'x' },
      { status: 200 },
    ],
    ['the url to a private one', { url: 'https://10.0.0.1/' }, noUrl],
    ['the event', { event: 'best_buy' }, invalid('event')],
    ['enabled as text', { enabled: 'true' }, invalid('enabled')],
    ['a field that only we set', { consecutive_failures: 0 }, invalid('consecutive_failures')],
    ['the threshold to null', { threshold: null }, invalid('threshold')],
  ] as const
).map(([name, body, expected]) => ({
  endpoint: 'webhooks.update',
  name: `changes ${name}`,
  ask: async (scene) => on(scene.keys.Pro, 'PATCH', await makeWebhook(scene, scene.keys.Pro), '', body),
  expected,
}))

const rotating: readonly Case[] = (
  [
    ['without a body', '', { status: 200 }],
    ['with nothing said', {}, { status: 200 }],
    ['with a week of overlap', { overlap_hours: 168 }, { status: 200 }],
    ['with none', { overlap_hours: 0 }, { status: 200 }],
    ['with more than a week', { overlap_hours: 169 }, invalid('overlap_hours')],
    ['with less than none', { overlap_hours: -1 }, invalid('overlap_hours')],
    ['with half an hour', { overlap_hours: 0.5 }, invalid('overlap_hours')],
    ['with hours as text', { overlap_hours: '24' }, invalid('overlap_hours')],
    ['with hours that are null', { overlap_hours: null }, invalid('overlap_hours')],
    ['with a field of another', { overlap: 1 }, invalid('overlap')],
    ['with a list', [], noJson],
    ['with half a body', '{', noJson],
  ] as const
).map(([name, body, expected]) => ({
  endpoint: 'webhooks.rotate-secret',
  name,
  ask: async (scene) =>
    post(scene.keys.Pro, `/webhooks/${await makeWebhook(scene, scene.keys.Pro)}/rotate-secret`, body),
  expected,
}))

const strangeIds = [
  'wh_none',
  '__proto__',
  '..',
  '%2e%2e',
  '%00',
  '%E0%A4%A',
  'ü',
  'x'.repeat(65),
  "'--",
  '%F0%9F%98%80',
]
const foreign: readonly Case[] = [
  ...[...operations, ['webhooks.resend', 'POST', '/deliveries/dl_none/resend', 202] as const].map(
    ([endpoint, method, tail]): Case => ({
      endpoint,
      name: 'of somebody else’s webhook',
      ask: async (scene) => on(scene.keys.Business, method, await makeWebhook(scene, scene.keys.Pro), tail),
      expected: { status: 404, code: 'not_found' },
    }),
  ),
  ...strangeIds.flatMap((id) =>
    operations.map(
      ([endpoint, method, tail]): Case => ({
        endpoint,
        name: `of ${id.slice(0, 20)}`,
        ask: ({ keys }) => on(keys.Business, method, id.replace('ü', '%C3%BC'), tail),
        expected: { status: 404, code: 'not_found' },
      }),
    ),
  ),
]

const repeating: readonly Case[] = [
  {
    endpoint: 'webhooks.create',
    name: 'the same again gives the first answer without its secret',
    ask: async (scene) => {
      const ask = post(await scene.freshKey('Pro'), '/webhooks', base, [['Idempotency-Key', 'once']])
      await scene.asker.ask(ask)
      return ask
    },
    expected: {
      status: 201,
      also: ({ text, headers }) =>
        text.includes('whsec_') || headers.get('idempotency-replayed') !== 'true' ? 'is not a replay' : null,
    },
  },
  {
    endpoint: 'webhooks.create',
    name: 'something else under the same Idempotency-Key',
    ask: async (scene) => {
      const key = await scene.freshKey('Pro')
      await scene.asker.ask(post(key, '/webhooks', base, [['Idempotency-Key', 'once']]))
      return post(key, '/webhooks', { ...base, threshold: 7 }, [['Idempotency-Key', 'once']])
    },
    expected: { status: 422, code: 'idempotency_key_reused' },
  },
  {
    endpoint: 'webhooks.create',
    name: 'an Idempotency-Key of 256 characters',
    ask: ({ keys }) => post(keys.Business, '/webhooks', base, [['Idempotency-Key', 'k'.repeat(256)]]),
    expected: invalid('Idempotency-Key'),
  },
]
