import type { Benchmark } from './benchmark.js'
import { requireWrk } from './http/load-generator.js'
import { measureDurableCycle } from './replicas/durable-cycle.js'
import { measureFailOver } from './replicas/fail-over.js'
import { measureFanOut } from './replicas/fan-out.js'
import { measureRequestThroughput } from './replicas/request-throughput.js'
import { measureRevocation } from './replicas/revocation.js'
import { measureWarmUp } from './replicas/warm-up-time.js'

export const replicasBenchmark: Benchmark = {
  name: 'replicas',
  goal: 'counting with others: >= 0.55 of the requests per core of a server alone, p99 <= 3x; over three servers: snapshot to the last of 10,000 streams <= 400 ms, revocation on the last p99 <= 300 ms; 30 days warm <= 5 s; fail-over <= 16 s, never 30; durable cycle in PostgreSQL <= 4x SQLite',
  run: async ({ print }) => {
    requireWrk()
    // Import lazily, because this module looks for the PostgreSQL and Redis programs on load.
    const { openCluster } = await import('./replicas/cluster.js')
    const cluster = await openCluster()
    try {
      const cycle = await measureDurableCycle(cluster, print)
      const requests = await measureRequestThroughput(cluster, print)
      const fanOut = await measureFanOut(cluster, print)
      const revocation = await measureRevocation(cluster)
      const warmUp = await measureWarmUp(cluster, print)
      const failOver = await measureFailOver(cluster, print)
      const met =
        cycle.cycle_to_sqlite <= 4 &&
        requests.per_core_to_alone >= 0.55 &&
        requests.p99_to_alone <= 3 &&
        requests.bad_answers === 0 &&
        fanOut.streams >= 10_000 &&
        fanOut.snapshot_to_last_stream_ms <= 400 &&
        revocation.revoked_on_the_last_p99_ms <= 300 &&
        revocation.served_after_the_command === 0 &&
        warmUp.warm_up_ms <= 5_000 &&
        failOver.fail_over_median_s <= 16 &&
        failOver.fail_over_worst_s < 30
      return { met, figures: { ...requests, ...fanOut, ...revocation, ...warmUp, ...failOver, ...cycle } }
    } finally {
      await cluster.close()
    }
  },
}
