import type { Benchmark } from './benchmark.js'
import { requireWrk } from './http/load-generator.js'
import { measureFanOut } from './replicas/fan-out.js'
import { measureRequestThroughput } from './replicas/request-throughput.js'
import { measureWarmUp } from './replicas/warm-up-time.js'

export const replicasBenchmark: Benchmark = {
  name: 'replicas',
  goal: 'counting with others: >= 0.55 of the requests per core of a server alone, p99 <= 3x; over three servers: snapshot to the last of 10,000 streams <= 400 ms; 30 days warm <= 5 s',
  run: async ({ print }) => {
    requireWrk()
    // Import lazily, because this module looks for the PostgreSQL and Redis programs on load.
    const { openCluster } = await import('./replicas/cluster.js')
    const cluster = await openCluster()
    try {
      const requests = await measureRequestThroughput(cluster, print)
      const fanOut = await measureFanOut(cluster, print)
      const warmUp = await measureWarmUp(cluster, print)
      const met =
        requests.per_core_to_alone >= 0.55 &&
        requests.p99_to_alone <= 3 &&
        requests.bad_answers === 0 &&
        fanOut.streams >= 10_000 &&
        fanOut.snapshot_to_last_stream_ms <= 400 &&
        warmUp.warm_up_ms <= 5_000
      return { met, figures: { ...requests, ...fanOut, ...warmUp } }
    } finally {
      await cluster.close()
    }
  },
}
