import { pluggedInExchanges } from '@p2p-rates/core'
import type { FoundPage } from './known-pages.js'

/** Embedded data of a page: bodies by request path. Rejected requests are left out. */
export type BootstrapAnswers = ReadonlyMap<string, string>

type FetchAnswer = (address: string) => Promise<string | null>

export async function fetchBootstrapAnswers({ page, parts }: FoundPage, ask: FetchAnswer): Promise<BootstrapAnswers> {
  const questions = page.bootstrapRequests(parts)
  const bodies = await Promise.all(questions.map(ask))
  return new Map(questions.flatMap((question, at) => (bodies[at] == null ? [] : [[question, bodies[at]] as const])))
}

/** Serialises the contract's `BootstrapData`. Bodies are inserted as they are, because each is JSON already. */
export function bootstrapJson(facts: {
  readonly serverTimeMs: number
  readonly version: string
  readonly isSimulated: boolean
  readonly fiat: string
  readonly account: string | null
  readonly answers: BootstrapAnswers
}): string {
  const { serverTimeMs, version, isSimulated, fiat, account, answers } = facts
  const exchanges = Object.fromEntries(pluggedInExchanges.map(({ id, name }) => [id, name]))
  const hosts = Object.fromEntries(
    pluggedInExchanges.flatMap(({ id, hosts: own }) => (own ? [[id, own] as const] : [])),
  )
  const serverFields = {
    server_time: new Date(serverTimeMs).toISOString(),
    version,
    simulated: isSimulated,
    fiat,
    exchanges,
    hosts,
  }
  const bodies = [...answers].map(([address, body]) => `${JSON.stringify(address)}:${body}`)
  return `${JSON.stringify(serverFields).slice(0, -1)},"account":${account ?? 'null'},"answers":{${bodies.join(',')}}}`
}
