import type { FaultKind, RemoteReading } from '@p2p-rates/core'
import { faultKinds } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { optionalExchange, optionalFiat } from '../../endpoint/common-inputs.js'
import { tableOf } from '../../endpoint/csv.js'
import { cachedPrices, defineEndpoint, forKeys, type QueryOf } from '../../endpoint/define-endpoint.js'
import { coreWords, ownWords } from '../../endpoint/type-names.js'
import { isoTime, wireCount, wireExchange, wireFiat, wireTime } from '../../endpoint/wire-schemas.js'
import type { ExchangeName } from '../../endpoint/wire-types.js'
import type { Source, SourceState, Sources } from '../../generated/types.js'
import { remoteProvenanceFields, toRemoteProvenanceResponse } from '../prices/remote-provenance.js'

/**
 * `stale`: too old to be used. `frozen`: answers, but nothing moves. `blocked`: refuses us. `empty`: no ads.
 * `unsupported`: the exchange does not trade this currency. `held_out`: implausible, so left out until it is not.
 */
export const sourceStates = ['live', 'stale', 'frozen', 'blocked', 'empty', 'unsupported', 'held_out'] as const

export const sourcesSchema: z.ZodType<readonly Source[]> = z.array(
  z
    .object({
      exchange: wireExchange,
      fiat: wireFiat,
      state: ownWords('SourceState', sourceStates).meta({
        description:
          'live: used. stale: too old. frozen: nothing moves. blocked: it refuses us. empty: no ads. unsupported: it does not trade this currency. held_out: implausible.',
      }),
      reason: z.string().nullable().meta({ description: 'Explanation for people, if something is wrong.' }),
      observed_at: wireTime.nullable().meta({ description: 'Last receive time of its ads, UTC.' }),
      age_seconds: wireCount.nullable(),
      ads: wireCount.meta({ description: 'Ads of both sides.' }),
      trusted_ads: wireCount,
      last_error: z
        .object({ kind: coreWords('FaultKind', faultKinds), message: z.string(), failed_at: wireTime })
        .meta({ id: 'SourceError' })
        .nullable(),
      next_attempt_at: wireTime.nullable(),
      simulated: z.boolean().meta({ description: 'The exchange is a simulation: these prices never existed.' }),
      ...remoteProvenanceFields,
    })
    .meta({ id: 'Source', description: 'State of one exchange for one currency.' }),
)

const answer: z.ZodType<Sources> = z.object({ sources: sourcesSchema }).meta({ id: 'Sources' })

export type SourceInput = {
  readonly exchange: ExchangeName
  readonly fiat: string
  readonly state: SourceState
  readonly reason: string | null
  readonly observedAtMs: number | null
  readonly ads: number
  readonly trustedAds: number
  readonly lastError: { readonly kind: FaultKind; readonly message: string; readonly atMs: number } | null
  readonly nextAttemptAtMs: number | null
  readonly simulated: boolean
  readonly remote?: RemoteReading | undefined
}

export const toSourcesResponse = (sources: readonly SourceInput[], nowMs: number): Sources => ({
  sources: sources.map((source) => ({
    exchange: source.exchange,
    fiat: source.fiat,
    state: source.state,
    reason: source.reason,
    observed_at: source.observedAtMs === null ? null : isoTime(source.observedAtMs),
    age_seconds: source.observedAtMs === null ? null : Math.max(0, Math.floor((nowMs - source.observedAtMs) / 1000)),
    ads: source.ads,
    trusted_ads: source.trustedAds,
    last_error: source.lastError && {
      kind: source.lastError.kind,
      message: source.lastError.message,
      failed_at: isoTime(source.lastError.atMs),
    },
    next_attempt_at: source.nextAttemptAtMs === null ? null : isoTime(source.nextAttemptAtMs),
    simulated: source.simulated,
    ...toRemoteProvenanceResponse(source.remote),
  })),
})

const sourceColumns = [
  'exchange',
  'fiat',
  'state',
  'reason',
  'observed_at',
  'age_seconds',
  'ads',
  'trusted_ads',
  'error_kind',
  'error_message',
  'error_at',
  'next_attempt_at',
  'simulated',
  'via',
  'checked',
] as const

const flatSource = ({ last_error: error, ...source }: Source) => ({
  ...source,
  error_kind: error?.kind ?? null,
  error_message: error?.message ?? null,
  error_at: error?.failed_at ?? null,
})

export const sources = defineEndpoint({
  name: 'sources',
  method: 'GET',
  path: '/sources',
  ...forKeys('Free', 'reader'),
  summary: 'State of each exchange',
  description: 'Returns for each exchange and currency its state, the age of its data, and the cause of a failure.',
  query: {
    fiat: optionalFiat('Only this currency; all when absent.'),
    exchange: optionalExchange('Only this exchange; all when absent.'),
  },
  answer,
  example: {
    sources: [
      {
        exchange: 'binance',
        fiat: 'UAH',
        state: 'live',
        reason: null,
        observed_at: '2026-11-21T10:05:12.000Z',
        age_seconds: 41,
        ads: 87,
        trusted_ads: 61,
        last_error: null,
        next_attempt_at: '2026-11-21T10:10:00.000Z',
        simulated: false,
      },
    ],
  },
  table: tableOf(sourceColumns, ({ sources }: Sources) => sources.map(flatSource)),
  quotaFree: true,
  ...cachedPrices,
})

type KnownSources = { readonly sources: readonly SourceInput[]; readonly nowMs: number }

export const answerSources = ({ fiat, exchange }: QueryOf<typeof sources>, known: KnownSources): Sources =>
  toSourcesResponse(
    known.sources.filter(
      (source) => (fiat ?? source.fiat) === source.fiat && (exchange ?? source.exchange) === source.exchange,
    ),
    known.nowMs,
  )
