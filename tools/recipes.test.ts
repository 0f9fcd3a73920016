import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { runInNewContext } from 'node:vm'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readOpenApi } from './open-api.js'
import { repository } from './throw-away-copy.js'

const folder = join(repository, 'docs/recipes')
const read = (name: string): string => readFileSync(join(folder, `${name}.md`), 'utf8')
const blocks = (text: string, language: string): readonly string[] =>
  [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].flatMap(([, found, code = '']) =>
    found === language ? [code] : [],
  )

let server: TestServer
beforeAll(async () => {
  server = await startServer({ settings: { P2P_PRIVATE_RECEIVERS: 'true' } })
})
afterAll(() => server.stop())

const ask = async (path: string, method = 'GET', body?: object, plan: keyof TestServer['keys'] = 'Pro') => {
  const answer = await fetch(server.url + path, {
    method,
    headers: { 'X-API-Key': server.keys[plan], 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect({ path, status: answer.status }).toEqual({ path, status: expect.toSatisfy((status) => status < 300) })
  return answer
}

/** Value at a path of names with dots; undefined if a name is missing. */
const at = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .filter((name) => name !== '')
    .reduce<unknown>((part, name) => Object.entries(Object(part)).find(([known]) => known === name)?.[1], value)

test('every address of the recipes answers', async () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'))
  const paths = names.flatMap((name) => readFileSync(join(folder, name), 'utf8').match(/\/api\/v1\/[^\s"'`)]+/g) ?? [])
  expect(names.length).toBe(3)
  expect(paths.length).toBeGreaterThan(8)
  for (const path of paths.filter((one) => !one.includes('{id}'))) await ask(path)
})

type Query = {
  readonly type: 'json' | 'csv'
  readonly url: string
  readonly root_selector?: string
  readonly columns: readonly { readonly selector: string; readonly type: string }[]
}

test('the queries for Grafana find their columns, with numbers where they say so', async () => {
  const [dashboard = '{}', alert = '{}'] = blocks(read('grafana'), 'json')
  const panels: readonly { readonly targets: readonly Query[] }[] = JSON.parse(dashboard).panels
  const queries = [...panels.flatMap(({ targets }) => targets), JSON.parse(alert)]
  expect(queries.length).toBe(4)
  for (const { type, url, root_selector: root = '', columns } of queries) {
    const answer = await ask(url)
    const rows = type === 'csv' ? csvRows(await answer.text()) : [at(await answer.json(), root)].flat()
    for (const { selector, type: kind } of columns) {
      const values = rows.map((row) => at(row, selector)).filter((value) => value !== null && value !== '')
      expect(values.length, `${url} ${selector}`).toBeGreaterThan(0)
      for (const value of values) expect(String(value), selector).toMatch(patterns.get(kind) ?? /^$/)
    }
  }
})

const patterns = new Map([
  ['number', /^-?\d+(\.\d+)?$/],
  ['timestamp', /^\d{4}-\d\d-\d\dT.+Z$/],
  ['string', /^\w+$/],
])

const csvRows = (text: string): readonly object[] => {
  const [head = [], ...rows] = text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  return rows.map((row) => Object.fromEntries(row.map((cell, index) => [head[index], cell])))
}

test('templates for Home Assistant read fields of the answer, and the automation reads sensors of the page', async () => {
  const page = read('home-assistant')
  const [path = ''] = /(?<=p2p\.example\.com)\/api\/\S+/.exec(page) ?? []
  const answer: unknown = await (await ask(path, 'GET', undefined, 'Free')).json()
  const fields = [...page.matchAll(/value_json\.([\w.]+)/g)].map(([, field = '']) => field)
  const attributes = [...page.matchAll(/json_attributes_path: "\$\.([\w.]+)"\n *json_attributes: \[(\w+)\]/g)].map(
    ([, root, field]) => `${root}.${field}`,
  )
  expect([fields.length, attributes.length]).toEqual([4, 3])
  for (const field of [...fields, ...attributes]) expect(at(answer, field), field).toBeDefined()
  const sensors = [...page.matchAll(/- name: (.+)/g)].map(([, name = '']) => name.toLowerCase().replaceAll(' ', '_'))
  const used = [...page.matchAll(/sensor\.(\w+)/g)].map(([, name = '']) => name)
  expect(used.filter((name) => !sensors.includes(name))).toEqual([])
  const [quotePath = ''] = /\/api\/v1\/quote[^\s`]+/.exec(page) ?? []
  expect(at(await (await ask(quotePath, 'GET', undefined, 'Starter')).json(), 'average_price')).toBeGreaterThan(0)
})

test('the nodes for n8n read fields of the answer and of the event, and accept genuine deliveries alone', async () => {
  const page = read('n8n')
  const [path = ''] = /(?<=p2p\.example\.com)\/api\/v1\/rates[^`]+/.exec(page) ?? []
  const rates: unknown = await (await ask(path)).json()
  const [reading = '', receiving = ''] = page.split('## 3.')
  const fields = (text: string) => [...text.matchAll(/\$json\.([\w.]+)/g)].map(([, field = '']) => field)
  expect([fields(reading).length, fields(receiving).length]).toEqual([4, 4])
  for (const field of fields(reading)) expect(at(rates, field), field).toBeDefined()

  const [body = '{}'] = blocks(page, 'json')
  const { delivery, secret } = await receive(JSON.parse(body))
  const [event] = await runNode(page, secret, delivery)
  expect(at(event?.json, 'event')).toBe('ping')
  const { BestPriceEvent } = readOpenApi().components.schemas
  for (const field of fields(receiving))
    expect(at(BestPriceEvent, `properties.${field.replaceAll('.', '.properties.')}`), field).toBeDefined()
  const forged = { ...delivery, body: Buffer.concat([delivery.body, Buffer.from(' ')]) }
  const stale = { ...delivery, headers: { ...delivery.headers, 'webhook-timestamp': '1' } }
  for (const wrong of [forged, stale]) await expect(runNode(page, secret, wrong)).rejects.toThrow('not from the')
})

type Delivery = { readonly headers: Readonly<Record<string, unknown>>; readonly body: Buffer }

/** Registers the webhook of the recipe at a receiver on this machine, and waits for a `ping`. */
async function receive(webhook: object): Promise<{ readonly delivery: Delivery; readonly secret: string }> {
  const deliveries: Delivery[] = []
  const receiver = createServer(async (request, response) => {
    deliveries.push({ headers: request.headers, body: await buffer(request) })
    response.writeHead(200).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void receiver.close())
  await once(receiver, 'listening')
  const { port } = Object(receiver.address())
  const made = await ask('/api/v1/webhooks', 'POST', { ...webhook, url: `http://127.0.0.1:${port}/` })
  const { id, secret }: { readonly id: string; readonly secret: string } = JSON.parse(await made.text())
  await ask(`/api/v1/webhooks/${id}/test`, 'POST')
  await expect.poll(() => deliveries.length).toBeGreaterThan(0)
  const [delivery] = deliveries
  if (delivery === undefined) throw new Error('No delivery came.')
  return { delivery, secret }
}

/** Runs the program of the Code node with the few objects that n8n gives to it. */
function runNode(
  page: string,
  secret: string,
  { headers, body }: Delivery,
): Promise<readonly { readonly json: unknown }[]> {
  const [program = ''] = blocks(page, 'js')
  const $input = { first: () => ({ json: { headers } }) }
  const helpers = { getBinaryDataBuffer: async () => body }
  return runInNewContext(`(async function () { ${program.replace('whsec_...', secret)} }).call({ helpers })`, {
    $input,
    helpers,
    Buffer,
    require: createRequire(import.meta.url),
  })
}
