import { archiveBenchmark } from './archive.js'
import type { Benchmark } from './benchmark.js'
import { cliStartBenchmark } from './cli-start.js'
import { cycleBenchmark } from './cycle.js'
import { historyBenchmark } from './history.js'
import { historyMemory } from './history-memory.js'
import { httpBenchmark } from './http.js'
import { latencyBenchmark } from './latency.js'
import { readPageBenchmark } from './read-exchange-page.js'
import { replicasBenchmark } from './replicas.js'
import { startUpBenchmark } from './start-up.js'
import { streamsBenchmark } from './streams.js'
import { trustRatesBenchmark } from './trust-rates.js'
import { webBenchmark } from './web.js'
import { webhooksBenchmark } from './webhooks.js'

export const benchmarks: readonly Benchmark[] = [
  readPageBenchmark,
  trustRatesBenchmark,
  cycleBenchmark,
  archiveBenchmark,
  historyMemory,
  historyBenchmark,
  httpBenchmark,
  latencyBenchmark,
  streamsBenchmark,
  webhooksBenchmark,
  webBenchmark,
  replicasBenchmark,
  startUpBenchmark,
  cliStartBenchmark,
]
