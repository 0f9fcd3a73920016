import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { version } from '../version.js'

/** Prometheus metrics. Labels are bounded: endpoints, codes, exchanges, kinds; never keys or accounts. */
export interface Metrics {
  countReply(endpoint: string, status: number): void
  countFault(exchange: string, kind: string): void
  observeCycle(seconds: number): void
  countDelivery(outcome: string): void
  /** Counts contradictions between a remote collector and others. */
  countRemoteDoubt(outcome: string): void
  /** Counts differences between memory and database about the past. */
  countHistoryDifference(): void
  renderMetrics(): Promise<string>
}

export type Gauges = {
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

const troubleNames = ['redis', 'clock', 'settings', 'database']

export function createMetrics(gauges: Gauges): Metrics {
  const registry = new Registry()
  const registers = [registry]
  // A plain table, because a labelled counter per request would cost more than the answer.
  const replies = new Map<string, Map<number, number>>()

  new Counter({
    name: 'p2p_http_replies_total',
    help: 'Answers by endpoint and status.',
    labelNames: ['endpoint', 'status'],
    registers,
    collect() {
      this.reset()
      for (const [endpoint, statuses] of replies)
        for (const [status, count] of statuses) this.inc({ endpoint, status: String(status) }, count)
    },
  })
  new Gauge({ name: 'p2p_build_info', help: 'Which release runs.', labelNames: ['version'], registers }).set(
    { version },
    1,
  )
  const faults = new Counter({
    name: 'p2p_exchange_faults_total',
    help: 'Failed questions to exchanges by kind of fault.',
    labelNames: ['exchange', 'kind'],
    registers,
  })
  const cycles = new Histogram({
    name: 'p2p_collection_cycle_seconds',
    help: 'How long a collection of all currencies took.',
    buckets: [1, 5, 15, 30, 60, 120, 240],
    registers,
  })
  const deliveries = new Counter({
    name: 'p2p_webhook_attempts_total',
    help: 'Webhook delivery attempts by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  const doubts = new Counter({
    name: 'p2p_remote_collector_doubts_total',
    help: 'Pages on which remote collectors contradicted each other, by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  new Gauge({
    name: 'p2p_streams_open',
    help: 'Open live streams.',
    registers,
    collect() {
      this.set(gauges.openStreams())
    },
  })
  new Gauge({
    name: 'p2p_exchange_data_age_seconds',
    help: 'Seconds since the newest observation of an exchange.',
    labelNames: ['exchange'],
    registers,
    collect() {
      this.reset()
      for (const [exchange, seconds] of gauges.sourceAges()) this.set({ exchange }, seconds)
    },
  })
  new Counter({
    name: 'p2p_security_events_total',
    help: 'Lines of the security log by event.',
    labelNames: ['event'],
    registers,
    collect() {
      this.reset()
      for (const [event, count] of gauges.securityEvents()) this.inc({ event }, count)
    },
  })
  new Gauge({
    name: 'p2p_cluster_servers',
    help: 'Servers that share the data, this one among them; absent where it has them for itself.',
    registers,
    collect() {
      this.reset()
      const cluster = gauges.cluster()
      if (cluster !== null) this.set(cluster.servers)
    },
  })
  new Gauge({
    name: 'p2p_cluster_lag_seconds',
    help: 'Seconds since this server had surely received all changes.',
    registers,
    collect() {
      this.reset()
      const cluster = gauges.cluster()
      if (cluster !== null) this.set(cluster.lagSeconds)
    },
  })
  new Gauge({
    name: 'p2p_cluster_duty',
    help: 'What this server does for all: 1 for each duty that it has.',
    labelNames: ['duty'],
    registers,
    collect() {
      this.reset()
      for (const duty of gauges.cluster()?.duties ?? []) this.set({ duty }, 1)
    },
  })
  new Gauge({
    name: 'p2p_cluster_trouble',
    help: 'Problems of this replica: 1 for each that is present.',
    labelNames: ['trouble'],
    registers,
    collect() {
      this.reset()
      const cluster = gauges.cluster()
      if (cluster === null) return
      for (const trouble of troubleNames) this.set({ trouble }, Number(cluster.troubles.includes(trouble)))
    },
  })
  new Counter({
    name: 'p2p_cluster_redis_unanswered_total',
    help: 'Calls to Redis that were not answered in time; this server then decided for itself.',
    registers,
    collect() {
      this.reset()
      const cluster = gauges.cluster()
      if (cluster !== null) this.inc(cluster.unanswered)
    },
  })
  const archiveGauge = (name: string, help: string, figure: (archive: ArchiveGauges) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.reset()
        const archive = gauges.archive()
        if (archive !== null) this.set(figure(archive))
      },
    })
  archiveGauge('p2p_archive_bytes', 'What the archive takes in all; absent without one.', ({ bytes }) => bytes)
  archiveGauge('p2p_archive_day_bytes', 'What the newest day of the archive takes.', ({ bytesOfDay }) => bytesOfDay)
  archiveGauge('p2p_archive_trouble', '1 while nothing can be archived.', ({ trouble }) => Number(trouble !== null))
  new Counter({
    name: 'p2p_archive_markets_total',
    help: 'Published markets by whether the archive has kept them.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      const archive = gauges.archive()
      if (archive === null) return
      this.inc({ outcome: 'kept' }, archive.kept)
      this.inc({ outcome: 'missed' }, archive.missed)
    },
  })
  const differences = new Counter({
    name: 'p2p_history_differences_total',
    help: 'Series of a day that were not in memory as they are on record.',
    registers,
  })
  new Gauge({
    name: 'p2p_process_resident_memory_bytes',
    help: 'Resident memory.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  new Counter({
    name: 'p2p_process_cpu_seconds_total',
    help: 'CPU time spent.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / 1e6)
    },
  })

  return {
    countReply: (endpoint, status) => {
      const statuses = replies.get(endpoint)
      if (statuses === undefined) replies.set(endpoint, new Map([[status, 1]]))
      else statuses.set(status, (statuses.get(status) ?? 0) + 1)
    },
    countFault: (exchange, kind) => faults.inc({ exchange, kind }),
    observeCycle: (seconds) => cycles.observe(seconds),
    countDelivery: (outcome) => deliveries.inc({ outcome }),
    countRemoteDoubt: (outcome) => doubts.inc({ outcome }),
    countHistoryDifference: () => differences.inc(),
    renderMetrics: () => registry.metrics(),
  }
}
