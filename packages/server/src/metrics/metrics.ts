import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { version } from '../version.js'

/** Counts for Prometheus. Labels are bounded: endpoints, codes, exchanges, kinds; never keys or accounts. */
export interface Metrics {
  reply(endpoint: string, status: number): void
  fault(exchange: string, kind: string): void
  cycle(seconds: number): void
  delivery(outcome: string): void
  text(): Promise<string>
}

/** What is read at the moment of a request. */
export type Gauges = {
  readonly openStreams: () => number
  /** Seconds since the newest observation, per exchange. */
  readonly sourceAges: () => Iterable<readonly [exchange: string, seconds: number]>
}

export function createMetrics(gauges: Gauges): Metrics {
  const registry = new Registry()
  const registers = [registry]
  // Counted in a plain table: a labelled counter on every request would cost more than its answer.
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
    reply: (endpoint, status) => {
      const statuses = replies.get(endpoint)
      if (statuses === undefined) replies.set(endpoint, new Map([[status, 1]]))
      else statuses.set(status, (statuses.get(status) ?? 0) + 1)
    },
    fault: (exchange, kind) => faults.inc({ exchange, kind }),
    cycle: (seconds) => cycles.observe(seconds),
    delivery: (outcome) => deliveries.inc({ outcome }),
    text: () => registry.metrics(),
  }
}
