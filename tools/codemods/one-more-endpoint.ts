import { replaceOnce } from '../replace-once.js'

/** Edit that adds the new endpoint to a file's text; for a new file it returns the whole text. */
export type Edit = (text: string) => string

const insert =
  (...pairs: readonly (readonly [before: string, added: string])[]): Edit =>
  (text) =>
    pairs.reduce((whole, [before, added]) => replaceOnce(whole, before, added + before), text)

const contract = `import { asset, type Fiat, roundPct } from '@p2p-rates/core'
import { z } from 'zod'
import { fiat } from '../../endpoint/common-inputs.js'
import { defineEndpoint, type QueryOf } from '../../endpoint/define-endpoint.js'
import type { InputsOf } from '../../endpoint/input.js'
import { type MarketData, type Success, noPrice } from '../../endpoint/market-data.js'
import { type LooseEnum, wireAsset, wireFiat, wirePercent } from '../../endpoint/wire-schemas.js'

export type WidthQuery = {
  /** Currency code; UAH when absent. */
  readonly fiat?: LooseEnum<Fiat> | undefined
}

/** Distance between the best prices of all exchanges. */
export type Width = {
  readonly asset: typeof asset
  readonly fiat: LooseEnum<Fiat>
  readonly width_pct: number
}

const answer: z.ZodType<Width> = z
  .object({ asset: wireAsset, fiat: wireFiat, width_pct: wirePercent.meta({ description: 'In percent.' }) })
  .meta({ id: 'Width', description: 'Distance between the best prices of all exchanges.' })

export const width = defineEndpoint({
  name: 'width',
  method: 'GET',
  path: '/width',
  access: { kind: 'key', plan: 'Free' },
  summary: 'Distance between the best prices',
  description: 'Percent earned or lost by buying and selling at the best prices.',
  query: { fiat } satisfies InputsOf<WidthQuery>,
  answer,
  example: { asset, fiat: 'UAH', width_pct: -0.61 },
  errors: ['data_unavailable'],
  carriesPrices: true,
  cacheable: true,
})

export function answerWidth({ fiat: code }: QueryOf<typeof width>, known: MarketData): Success<Width> {
  const spread = known.rates.crossExchangeSpreadPct
  if (spread === null) return { problem: noPrice(known) }
  return { answer: { asset, fiat: code, width_pct: roundPct(spread) } }
}
`

const command = `import type { Width } from '@p2p-rates/sdk'
import { chosenFiat } from '../input/chosen-fiat.js'
import { fiatArgument, fiatOption } from '../input/options.js'
import { tableOf } from '../render/table.js'
import type { Report } from '../report.js'
import { say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

export const define: CommandFactory = (command, cli) =>
  command
    .addArgument(fiatArgument())
    .addOption(fiatOption())
    .action(async (word: string | undefined, options: { fiat?: string }) => {
      const query = await chosenFiat(cli, options, word)
      cli.printReport(widthReport(await cli.request((p2p) => p2p.width(query))))
    })

const widthReport = (answer: Width): Report => ({
  answer,
  records: [answer],
  title: say('Distance between the best prices in {fiat}', { fiat: answer.fiat }),
  table: tableOf([answer], [{ name: 'width_pct', heading: 'distance %', value: (row) => row.width_pct }]),
})
`

/** The sources that an endpoint made of one market takes, as docs/adding-an-endpoint.md lists them. */
export const sources: Readonly<Record<string, Edit>> = {
  'packages/contract/src/endpoints/prices/width.ts': () => contract,
  'packages/contract/src/endpoint/all-endpoints.ts': insert(
    [
      'import type { NewWebhook,',
      "import { answerWidth, type Width, type WidthQuery, width } from '../endpoints/prices/width.js'\n",
    ],
    ['\n/** The interface by name, as types alone', "export * from '../endpoints/prices/width.js'\n"],
    ['}\n\n/** Everything that takes a key. */', "  readonly width: EndpointType<'GET /width', WidthQuery, Width>\n"],
    ['}\n\n/** Answers computed', '  width,\n'],
    ['} satisfies Partial<Record<EndpointName, MarketEndpoint>>', '  width: marketEndpoint(width, answerWidth),\n'],
  ),
  'packages/sdk/src/client.ts': insert(
    ["} from '@p2p-rates/contract'\nimport type { APIPromise }", '  Width,\n  WidthQuery,\n'],
    ["} from '@p2p-rates/contract'\n\n/**\n * Peer-to-peer prices", '  Width,\n  WidthQuery,\n'],
    [
      '  /** The OpenAPI 3.1 description',
      `  /** Distance between the best prices. */
  width(query?: WidthQuery, options?: RequestOptions): APIPromise<Width> {
    return this.#get('/width', query, options)
  }

`,
    ],
  ),
  'packages/cli/src/commands/width.ts': () => command,
  'packages/cli/src/commands/lazy-commands.ts': insert(
    ['\nexport const lazyCommands', "import { define as width } from './width.js'\n"],
    ['  login,', '  width,\n'],
  ),
  'packages/cli/src/help-page.ts': insert([
    "      ['watch', ",
    "      ['width', 'distance between the best prices'],\n",
  ]),
}

export const tests: Readonly<Record<string, Edit>> = {
  'packages/contract/src/endpoint/all-endpoints.test.ts': insert(
    ["    'GET /web/v1/markets ", "    'GET /api/v1/width Free',\n"],
    ['  ]\n  const starter', "    'width',\n"],
  ),
  'packages/sdk/src/client.test.ts': insert(['  await p2p.candles()\n', '  await p2p.width()\n']),
  'packages/sdk/src/testing/fake-p2p.test.ts': insert([
    "    'webhooks.create': await",
    '    width: await client.width(),\n',
  ]),
  'packages/sdk/src/direct/direct-p2p.test.ts': insert(
    ["      'payment-methods': await", "      width: await p2p.width({ fiat: 'UAH' }),\n"],
    ["    ])\n  })\n\n  test('prices of a simulator", "      'width',\n"],
  ),
  'tools/api-docs-text.ts': insert(["      ...['sources', 'payment-methods'],", "      ...['width'],\n"]),
  'packages/cli/src/words/uk/prices.ts': insert([
    '} satisfies Translations',
    "  'distance %': 'різниця %',\n  'Distance between the best prices in {fiat}': 'Різниця між найкращими цінами в {fiat}',\n",
  ]),
  'packages/cli/src/width.test.ts': () => `import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeHome, runnerIn } from './testing/run-p2p.js'

const { home, remove } = makeHome()
const p2p = runnerIn(home)
let server: TestServer

beforeAll(async () => {
  server = await startServer({ fiats: ['EUR'], historyDays: 0 })
})
afterAll(async () => {
  await server.stop()
  remove()
})

test('a server answers like the exchanges themselves', async () => {
  const env = { P2P_BASE_URL: server.url, P2P_API_KEY: server.keys.Free }
  const direct = Object.entries(server.simulator.baseUrls).flatMap(([id, url]) => ['--exchange-url', \`\${id}=\${url}\`])
  const answers = [
    await p2p(['width', 'EUR', '--json'], { env }),
    await p2p(['width', 'EUR', '--json', '--direct', ...direct]),
  ].map(({ out }) => JSON.parse(out))
  expect(answers[0]).toMatchObject({ fiat: 'EUR', width_pct: expect.any(Number) })
  expect(answers[1]).toMatchObject({ fiat: 'EUR', width_pct: expect.any(Number) })
})
`,
}
