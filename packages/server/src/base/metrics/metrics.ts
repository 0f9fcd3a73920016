import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { version } from '../version.js'

/** Values that are read at each request of the metrics. A module hands its own in when it opens; until then they are absent. */
export type Readings = {
  readonly openStreams: () => number
  readonly sourceAges: () => Iterable<readonly [exchange: string, seconds: number]>
  readonly securityEvents: () => Iterable<readonly [event: string, count: number]>
  readonly cluster: () => ClusterGauges | null
  readonly archive: () => ArchiveGauges | null
}

export type ArchiveGauges = {
  readonly bytes: number
  readonly bytesOfDay: number
  readonly trouble: string | null
  readonly kept: number
  readonly missed: number
}

export type ClusterGauges = {
  readonly servers: number
  readonly duties: readonly string[]
  readonly troubles: readonly string[]
  /** Time since its last confirmed catch-up with the changelog. */
  readonly lagSeconds: number
  /** Redis calls without an answer in time; they were decided locally. */
  readonly unanswered: number
}

type State = {
  readonly registry: Registry
  /** A plain table, because a labelled counter per request would cost more than the answer. */
  readonly replies: Map<string, Map<number, number>>
  readings: Partial<Readings>
}

export type Metrics = ReturnType<typeof createMetrics>

/** Prometheus metrics. Labels are bounded: endpoints, codes, exchanges, kinds; never keys or accounts. */
export function createMetrics() {
  const state: State = { registry: new Registry(), replies: new Map(), readings: {} }
  for (const [name, metric] of Object.entries(readMetrics)) register(state, name, metric)
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames, registers: [state.registry] })
  const faults = counter('p2p_exchange_faults_total', 'Failed questions to exchanges by kind of fault.', [
    'exchange',
    'kind',
  ])
  const deliveries = counter('p2p_webhook_attempts_total', 'Webhook delivery attempts by outcome.', ['outcome'])
  const doubts = counter(
    'p2p_remote_collector_doubts_total',
    'Pages on which remote collectors contradicted each other, by outcome.',
    ['outcome'],
  )
  const differences = counter(
    'p2p_history_differences_total',
    'Series of a day that were not in memory as they are on record.',
    [],
  )
  const cycles = new Histogram({
    name: 'p2p_collection_cycle_seconds',
    help: 'How long a collection of all currencies took.',
    buckets: [1, 5, 15, 30, 60, 120, 240],
    registers: [state.registry],
  })
  return {
    read: (readings: Partial<Readings>): void => {
      state.readings = { ...state.readings, ...readings }
    },
    countReply: (endpoint: string, status: number): void => countReply(state, endpoint, status),
    countFault: (exchange: string, kind: string): void => faults.inc({ exchange, kind }),
    observeCycle: (seconds: number): void => cycles.observe(seconds),
    countDelivery: (outcome: string): void => deliveries.inc({ outcome }),
    countRemoteDoubt: (outcome: string): void => doubts.inc({ outcome }),
    countHistoryDifference: (): void => differences.inc(),
    renderMetrics: (): Promise<string> => state.registry.metrics(),
  }
}

function countReply({ replies }: State, endpoint: string, status: number): void {
  const statuses = replies.get(endpoint)
  if (statuses === undefined) replies.set(endpoint, new Map([[status, 1]]))
  else statuses.set(status, (statuses.get(status) ?? 0) + 1)
}

export function* sourceAgesOf(
  sources: readonly { readonly exchange: string; readonly observedAtMs: number | null }[],
  nowMs: number,
): Iterable<readonly [exchange: string, seconds: number]> {
  const newest = new Map<string, number>()
  for (const { exchange, observedAtMs } of sources)
    if (observedAtMs !== null) newest.set(exchange, Math.max(newest.get(exchange) ?? 0, observedAtMs))
  for (const [exchange, observedAtMs] of newest) yield [exchange, Math.max(0, (nowMs - observedAtMs) / 1000)]
}

type Sample = readonly [value: number, labels?: Readonly<Record<string, string>>]

/** A metric that is computed when Prometheus asks: a counter if its name ends in `_total`, else a gauge. */
type ReadMetric = {
  readonly help: string
  readonly labelNames?: readonly string[]
  readonly samples: (state: State) => Iterable<Sample>
}

function register(state: State, name: string, { samples, ...words }: ReadMetric): void {
  const shape = { name, ...words, registers: [state.registry] }
  if (name.endsWith('_total'))
    new Counter({
      ...shape,
      collect() {
        this.reset()
        for (const [value, labels = {}] of samples(state)) this.inc(labels, value)
      },
    })
  else
    new Gauge({
      ...shape,
      collect() {
        this.reset()
        for (const [value, labels = {}] of samples(state)) this.set(labels, value)
      },
    })
}

const troubleNames = ['redis', 'clock', 'settings', 'database']

const ofCluster =
  (samples: (cluster: ClusterGauges) => readonly Sample[]) =>
  ({ readings }: State): readonly Sample[] => {
    const cluster = readings.cluster?.() ?? null
    return cluster === null ? [] : samples(cluster)
  }

const ofArchive =
  (samples: (archive: ArchiveGauges) => readonly Sample[]) =>
  ({ readings }: State): readonly Sample[] => {
    const archive = readings.archive?.() ?? null
    return archive === null ? [] : samples(archive)
  }

const readMetrics: Readonly<Record<string, ReadMetric>> = {
  p2p_http_replies_total: {
    help: 'Answers by endpoint and status.',
    labelNames: ['endpoint', 'status'],
    samples: ({ replies }) =>
      [...replies].flatMap(([endpoint, statuses]) =>
        [...statuses].map(([status, count]): Sample => [count, { endpoint, status: String(status) }]),
      ),
  },
  p2p_build_info: {
    help: 'Which release runs.',
    labelNames: ['version'],
    samples: () => [[1, { version }]],
  },
  p2p_streams_open: {
    help: 'Open live streams.',
    samples: ({ readings }) => (readings.openStreams === undefined ? [] : [[readings.openStreams()]]),
  },
  p2p_exchange_data_age_seconds: {
    help: 'Seconds since the newest observation of an exchange.',
    labelNames: ['exchange'],
    samples: ({ readings }) =>
      Array.from(readings.sourceAges?.() ?? [], ([exchange, seconds]): Sample => [seconds, { exchange }]),
  },
  p2p_security_events_total: {
    help: 'Lines of the security log by event.',
    labelNames: ['event'],
    samples: ({ readings }) =>
      Array.from(readings.securityEvents?.() ?? [], ([event, count]): Sample => [count, { event }]),
  },
  p2p_cluster_servers: {
    help: 'Servers that share the data, this one among them; absent where it has them for itself.',
    samples: ofCluster(({ servers }) => [[servers]]),
  },
  p2p_cluster_lag_seconds: {
    help: 'Seconds since this server had surely received all changes.',
    samples: ofCluster(({ lagSeconds }) => [[lagSeconds]]),
  },
  p2p_cluster_duty: {
    help: 'What this server does for all: 1 for each duty that it has.',
    labelNames: ['duty'],
    samples: ofCluster(({ duties }) => duties.map((duty) => [1, { duty }])),
  },
  p2p_cluster_trouble: {
    help: 'Problems of this replica: 1 for each that is present.',
    labelNames: ['trouble'],
    samples: ofCluster(({ troubles }) =>
      troubleNames.map((trouble) => [Number(troubles.includes(trouble)), { trouble }]),
    ),
  },
  p2p_cluster_redis_unanswered_total: {
    help: 'Calls to Redis that were not answered in time; this server then decided for itself.',
    samples: ofCluster(({ unanswered }) => [[unanswered]]),
  },
  p2p_archive_bytes: {
    help: 'What the archive takes in all; absent without one.',
    samples: ofArchive(({ bytes }) => [[bytes]]),
  },
  p2p_archive_day_bytes: {
    help: 'What the newest day of the archive takes.',
    samples: ofArchive(({ bytesOfDay }) => [[bytesOfDay]]),
  },
  p2p_archive_trouble: {
    help: '1 while nothing can be archived.',
    samples: ofArchive(({ trouble }) => [[Number(trouble !== null)]]),
  },
  p2p_archive_markets_total: {
    help: 'Published markets by whether the archive has kept them.',
    labelNames: ['outcome'],
    samples: ofArchive(({ kept, missed }) => [
      [kept, { outcome: 'kept' }],
      [missed, { outcome: 'missed' }],
    ]),
  },
  p2p_process_resident_memory_bytes: {
    help: 'Resident memory.',
    samples: () => [[process.memoryUsage.rss()]],
  },
  p2p_process_cpu_seconds_total: {
    help: 'CPU time spent.',
    samples: () => {
      const { user, system } = process.cpuUsage()
      return [[(user + system) / 1e6]]
    },
  },
}
