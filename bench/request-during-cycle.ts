import { setTimeout as wait } from 'node:timers/promises'
import type { Benchmark } from './benchmark.js'
import { callSteadily, type Steady } from './call-steadily.js'
import { startProduct } from './http/servers.js'
import { medianOf } from './median-time.js'

const callers = 16
const secondsPerRound = 6
const rounds = 5
const goalRatio = 3

export const requestDuringCycle: Benchmark = {
  name: 'request-during-cycle',
  goal: `p99 of 1,000 requests a second while 228 markets are read, at the pace exchanges allow, <= ${goalRatio}x that of a server at rest`,
  run: async ({ print }) => {
    const servers = [
      // The slowest exchange takes longer than a minute, so that this one never rests.
      await startProduct({ days: 0, accounts: callers, settings: { P2P_CYCLE_SECONDS: '60', P2P_PACING: 'on' } }),
      await startProduct({ days: 0, accounts: callers, settings: { P2P_CYCLE_SECONDS: '3600' } }),
    ] as const
    const [busy, idle] = servers
    try {
      await wait(5_000)
      const busyRounds: Steady[] = []
      const idleRounds: Steady[] = []
      for (let round = -1; round < rounds; round++) {
        const during = await callSteadily(busy, secondsPerRound)
        // Both servers share one core, and the busy one must not slow the other's callers.
        process.kill(busy.pid, 'SIGSTOP')
        const atRest = await callSteadily(idle, secondsPerRound)
        process.kill(busy.pid, 'SIGCONT')
        await wait(500)
        if (round < 0) continue
        busyRounds.push(during)
        idleRounds.push(atRest)
        print(`  p99 during a cycle ${during.p99Ms.toFixed(2)} ms, at rest ${atRest.p99Ms.toFixed(2)} ms`)
      }
      const middle = (all: readonly Steady[], figure: (round: Steady) => number) => medianOf(all.map(figure))
      const failed = [...busyRounds, ...idleRounds].reduce((sum, round) => sum + round.failed, 0)
      const figures = {
        p50_during_cycle_ms: middle(busyRounds, ({ p50Ms }) => p50Ms),
        p50_at_rest_ms: middle(idleRounds, ({ p50Ms }) => p50Ms),
        p99_during_cycle_ms: middle(busyRounds, ({ p99Ms }) => p99Ms),
        p99_at_rest_ms: middle(idleRounds, ({ p99Ms }) => p99Ms),
        p99_ratio: middle(busyRounds, ({ p99Ms }) => p99Ms) / middle(idleRounds, ({ p99Ms }) => p99Ms),
        failed,
      }
      return { met: figures.p99_ratio <= goalRatio && failed === 0, figures }
    } finally {
      process.kill(busy.pid, 'SIGCONT')
      for (const server of servers) server.stop()
    }
  },
}
