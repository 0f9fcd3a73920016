import {
  answerHeaders,
  csvOf,
  csvType,
  errorStatus,
  fullPath,
  readQuery,
  simulatedCsv,
  type Table,
  toProblemResponse,
} from '@p2p-rates/contract'
import type { Fetch } from '@p2p-rates/sdk'
import { type DirectAnswer, directLimits } from './direct-answers.js'

/** A server without a network. It reads requests as strictly as the real one and answers in the same shapes. */
export function createDirectFetch(answers: readonly DirectAnswer[], exchangeIds: readonly string[]): Fetch {
  const byAddress = new Map(answers.map((entry) => [`${entry.endpoint.method} ${fullPath(entry.endpoint)}`, entry]))

  return async (url, { method = 'GET', signal }) => {
    const { pathname, searchParams } = new URL(url)
    const entry = byAddress.get(`${method} ${pathname}`)
    if (entry === undefined) return needsServer(pathname)
    const read = readQuery(entry.endpoint.query, searchParams, directLimits, exchangeIds)
    const outcome = read.ok ? await entry.answer(read.values as never, signal ?? undefined) : read
    if ('problem' in outcome) {
      return Response.json(toProblemResponse(outcome.problem), { status: errorStatus(outcome.problem.code) })
    }
    if ('events' in outcome) {
      const bytes = ReadableStream.from(outcome.events).pipeThrough(new TextEncoderStream())
      return new Response(bytes, { headers: { 'Content-Type': 'text/event-stream', ...simulatedHeader(outcome) } })
    }
    const { clamped, hints } = read.ok ? read : { clamped: [], hints: [] }
    const headers = {
      ...simulatedHeader(outcome),
      ...(clamped.length === 0 ? {} : { [answerHeaders.clamped.name]: clamped.join(', ') }),
      ...(hints.length === 0 ? {} : { [answerHeaders.hint.name]: hints.join(' ') }),
    }
    const { table } = entry.endpoint
    if (table !== undefined && searchParams.get('format') === 'csv')
      return new Response(csvTextOf(table, outcome), { headers: { ...headers, 'Content-Type': csvType } })
    return Response.json(outcome.answer, { headers })
  }
}

function csvTextOf(table: Table<unknown>, { answer, simulated }: { answer: unknown; simulated?: boolean }): string {
  const csv = csvOf(table, answer)
  return simulated === true ? simulatedCsv(csv) : csv
}

const simulatedHeader = ({ simulated }: { readonly simulated?: boolean }): Record<string, string> =>
  simulated === true ? { [answerHeaders.simulated.name]: 'true' } : {}

function needsServer(pathname: string): Response {
  const [, , , feature = pathname] = pathname.replace('/index/', '/').replace('/formula/', '/formula-').split('/')
  const message = `${feature} needs a server, which ${serverOnlyReasons.get(feature) ?? 'knows more than the exchanges tell'}. Start one with \`p2p-server\` and use it with \`new P2P({ baseUrl, apiKey })\`.`
  return Response.json({ detail: { code: 'needs_server', message } }, { status: 501 })
}

/** Features that need a server, each with its reason. */
const serverOnlyReasons = new Map([
  ['stats', 'remembers past prices'],
  ['history', 'remembers past prices'],
  ['candles', 'remembers past prices'],
  ['overview', 'watches all currencies at once'],
  ['seasonality', 'remembers past prices'],
  ['quality', 'keeps a record'],
  ['track-record', 'keeps a record'],
  ['price', 'remembers past prices'],
  ['fixings', 'keeps them for good'],
  ['fixing-inputs', 'keeps them for good'],
  ['premium', 'remembers fixings and official rates'],
  ['me', 'counts your requests'],
  ['usage', 'counts your requests'],
  ['formula-preview', 'remembers past prices'],
  ['rules', 'keeps them, and their last good values'],
  ['boards', 'shows them to others'],
  ['inboxes', 'writes to people when prices move'],
  ['webhooks', 'watches prices while your program sleeps'],
  ['openapi.json', 'describes itself'],
])
