import { arbitrageBenchmark } from './arbitrage.js'
import type { Benchmark } from './benchmark.js'
import { cliStartBenchmark } from './cli-start.js'
import { cycleBenchmark } from './cycle.js'
import { historyMemory } from './history-memory.js'
import { readPageBenchmark } from './read-page.js'
import { trustRatesBenchmark } from './trust-rates.js'

/** Every speed with its baseline, in the order in which `pnpm bench` runs them. */
export const benchmarks: readonly Benchmark[] = [
  readPageBenchmark,
  trustRatesBenchmark,
  arbitrageBenchmark,
  cycleBenchmark,
  historyMemory,
  cliStartBenchmark,
]
