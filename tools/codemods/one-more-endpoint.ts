import { replaceOnce } from '../replace-once.js'

/** Edit that adds the new endpoint to a file's text; for a new file it returns the whole text. */
export type Edit = (text: string) => string

const insert =
  (...pairs: readonly (readonly [before: string, added: string])[]): Edit =>
  (text) =>
    pairs.reduce((whole, [before, added]) => replaceOnce(whole, before, added + before), text)

const width = `import { asset, roundPct } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { callerInputs, type QuestionOf } from '../../endpoint/caller-inputs.js'
import { fiat } from '../../endpoint/common-inputs.js'
import { defineEndpoint } from '../../endpoint/define-endpoint.js'
import { type MarketData, marketEndpoint, noPrice, type Success } from '../../endpoint/market-data.js'
import { wireAsset, wireFiat, wirePercent } from '../../endpoint/wire-schemas.js'
import type { Width } from '../../generated/types.js'

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
  query: { fiat, ...callerInputs },
  answer,
  example: { asset, fiat: 'UAH', width_pct: -0.61 },
  errors: ['data_unavailable'],
  carriesPrices: true,
  cacheable: true,
})

export function answerWidth({ fiat: code }: QuestionOf<typeof width>, known: MarketData): Success<Width> {
  const spread = known.rates.crossExchangeSpreadPct
  if (spread === null) return { problem: noPrice(known) }
  return { answer: { asset, fiat: code, width_pct: roundPct(spread) } }
}

export const widthOfMarket = marketEndpoint(width, answerWidth)
`

const fiats = `import { fiatNames, fiats as codes } from '@p2p-rates/core'
import { z } from 'zod'
import { columnsOf, tableOf } from '../../endpoint/csv.js'
import { defineEndpoint } from '../../endpoint/define-endpoint.js'
import { wireFiat } from '../../endpoint/wire-schemas.js'
import type { Fiats, FiatName } from '../../generated/types.js'

const name: z.ZodType<FiatName> = z
  .object({ code: wireFiat, name: z.string().meta({ description: 'English name.' }) })
  .meta({ id: 'FiatName' })

const answer: z.ZodType<Fiats> = z.object({ fiats: z.array(name) }).meta({ id: 'Fiats', description: 'All currencies.' })

export const toFiatsResponse = (): Fiats => ({ fiats: codes.map((code) => ({ code, name: fiatNames[code] })) })

export const fiatList = defineEndpoint({
  name: 'fiats',
  method: 'GET',
  path: '/fiats',
  access: { kind: 'key', plan: 'Free' },
  summary: 'Currencies',
  description: 'Returns the currencies, with their names.',
  answer,
  example: { fiats: [{ code: 'UAH', name: 'Ukrainian Hryvnia' }] },
  table: tableOf(columnsOf(name), ({ fiats }: Fiats) => fiats),
  cacheable: true,
})
`

const route = `import { fiatList, toFiatsResponse } from '@p2p-rates/contract'
import { handle } from '../route-handler.js'

export const fiatsEndpoint = () =>
  handle(
    fiatList,
    () => ({ answer: toFiatsResponse() }),
    () => ({ version: 'currencies', refreshAtMonoMs: Number.POSITIVE_INFINITY }),
  )
`

/** Sources of an answer that one market is enough for, as docs/adding-an-endpoint.md lists them. */
export const sourcesOfMarketEndpoint: Readonly<Record<string, Edit>> = {
  'packages/contract/src/endpoints/prices/width.ts': () => width,
}

/** Sources of an answer that the server computes. */
export const sourcesOfServerEndpoint: Readonly<Record<string, Edit>> = {
  'packages/contract/src/endpoints/service/fiats.ts': () => fiats,
  'packages/server/src/http/routes/fiats.ts': () => route,
  'packages/server/src/http/routes/all.ts': insert(
    ['import { fixingInputsEndpoint,', "import { fiatsEndpoint } from './fiats.js'\n"],
    ['    fixings: fixingsEndpoint(', '    fiats: fiatsEndpoint(),\n'],
  ),
}

export const tests: Readonly<Record<string, Edit>> = {
  'packages/contract/src/endpoint/all-endpoints.test.ts': insert(
    ["    'GET /web/v1/markets ", "    'GET /api/v1/width Free',\n    'GET /api/v1/fiats Free',\n"],
    ["    'fixing-inputs',\n", "    'fiats',\n"],
    ['  ]\n  const starter', "    'width',\n"],
  ),
  'packages/server/src/testing/conformance/cases/tables.ts': insert([
    '  rates: { rows: 3 },',
    '  fiats: { rows: 10 },\n',
  ]),
  'packages/sdk/src/client.test.ts': insert(['  await p2p.candles()\n', '  await p2p.width()\n  await p2p.fiats()\n']),
  'packages/sdk/src/testing/fake-p2p.test.ts': insert([
    "    'webhooks.create': await",
    '    width: await client.width(),\n    fiats: await client.fiats(),\n',
  ]),
  'packages/sdk/src/direct/direct-p2p.test.ts': insert(
    ["      'payment-methods': await", "      width: await p2p.width({ fiat: 'UAH' }),\n"],
    ["    ])\n  })\n\n  test('prices of a simulator", "      'width',\n"],
  ),
}
