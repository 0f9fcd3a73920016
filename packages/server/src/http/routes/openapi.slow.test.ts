import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { exchangeIds } from '@p2p-rates/core'
import { Validator } from '@seriousme/openapi-schema-validator'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../testing/start-server.js'
import { createTestClient, type TestClient } from '../../testing/test-client.js'

let running: TestServer
let asker: TestClient
let served: string
beforeAll(async () => {
  running = await startServer({ historyDays: 1 })
  asker = createTestClient(running.url)
  const { text } = await asker.ask({ path: '/api/v1/openapi.json', headers: [['X-API-Key', running.keys.Free]] })
  served = text
})
afterAll(async () => {
  asker.close()
  await running.stop()
})

test('the served document fits the meta-schema of OpenAPI 3.1', async () => {
  const document = JSON.parse(served) as { openapi: string }
  expect(document.openapi).toBe('3.1.1')
  expect(await new Validator().validate(document)).toEqual({ valid: true })
})

test('the document is the same for every plan', async () => {
  const { text } = await asker.ask({ path: '/api/v1/openapi.json', headers: [['X-API-Key', running.keys.Business]] })
  expect(text).toBe(served)
})

/**
 * Program that a user would write with only the types. If the types allow a misuse, TypeScript reports an unused
 * `@ts-expect-error`.
 */
const program = `
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.js'

export const use = async (baseUrl: string, key: string) => {
  const client = createClient<paths, 'application/json'>({ baseUrl, headers: { 'X-API-Key': key } })

  const rates = await client.GET('/rates', { params: { query: { fiat: 'EUR' } } })
  const price: number | undefined = rates.data?.best_buy.price
  const exchanges: readonly components['schemas']['ExchangeRates'][] = rates.data?.exchanges ?? []

  const book = await client.GET('/orderbook', { params: { query: { exchange: 'okx', side: 'SELL', rows: 3 } } })
  const nicknames: readonly string[] = (book.data?.ads ?? []).map((ad) => ad.nickname)

  const refused = await client.GET('/rates', { params: { query: { fiat: 'XXX' as 'UAH' } } })
  const code: string | undefined = refused.error?.detail.code

  const made = await client.POST('/webhooks', {
    body: { url: 'https://hooks.example.com/', event: 'spread', threshold: 1, amount: 500, fiat: 'UAH' },
  })
  const id = made.data?.id ?? ''
  const secret: string | undefined = made.data?.secret
  const changed = await client.PATCH('/webhooks/{id}', { params: { path: { id } }, body: { enabled: false } })
  const reason: string | null | undefined = changed.data?.disabled_reason
  const gone = await client.DELETE('/webhooks/{id}', { params: { path: { id } } })

  // @ts-expect-error there is no such address
  await client.GET('/prices', {})
  // @ts-expect-error an order book is of one exchange
  await client.GET('/orderbook', { params: { query: { fiat: 'UAH' } } })
  // @ts-expect-error there is no such side
  await client.GET('/orderbook', { params: { query: { exchange: 'okx', side: 'HOLD' } } })
  // @ts-expect-error a webhook waits for something
  await client.POST('/webhooks', { body: { url: 'https://hooks.example.com/', threshold: 1 } })
  // @ts-expect-error a price is no text
  const text: string | undefined = rates.data?.best_buy.price

  return { price, exchanges: exchanges.length, nicknames, code, id, secret, reason, gone: gone.response.status, text }
}
`

describe('a client generated from it', () => {
  let folder: string
  beforeAll(async () => {
    // Place the folder next to the imported packages, as in a user's project.
    folder = mkdtempSync(fileURLToPath(new URL('../../../node_modules/.typed-client-', import.meta.url)))
    writeFileSync(join(folder, 'schema.d.ts'), astToString(await openapiTS(served)))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'program.ts'), program)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('type-checks, rejects mistakes and works', async () => {
    const options: ts.CompilerOptions = {
      strict: true,
      noUncheckedIndexedAccess: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: [],
    }
    const compiled = ts.createProgram([join(folder, 'program.ts')], options)
    const errors = ts.getPreEmitDiagnostics(compiled).map(({ messageText, start, file }) => {
      const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start ?? 0).line
      return `${file?.fileName.split('/').pop()}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
    })
    expect(errors).toEqual([])

    compiled.emit()
    const { use } = await import(pathToFileURL(join(folder, 'program.js')).href)
    expect(await use(running.baseUrl, running.keys.Pro)).toEqual({
      price: expect.any(Number),
      exchanges: exchangeIds.length,
      nicknames: [expect.any(String), expect.any(String), expect.any(String)],
      code: 'unsupported_fiat',
      id: expect.stringMatching(/^wh_/),
      secret: expect.stringMatching(/^whsec_/),
      reason: 'user',
      gone: 204,
      text: expect.any(Number),
    })
  })
})
