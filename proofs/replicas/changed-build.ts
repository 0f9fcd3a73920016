import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { throwAwayCopy } from '../../tools/throw-away-copy.js'
import { applyChange, type Change } from '../mutations/read-mutations.js'
import { redisDeadlineMs } from './check/redis-failures.js'

export function buildChanged(changes: readonly Change[]) {
  const { root, remove } = throwAwayCopy({ built: true })
  for (const change of changes) applyChange(root, change)
  const tsup = join(root, 'node_modules', 'tsup', 'dist', 'cli-default.js')
  const { status, stderr } = spawnSync(process.execPath, [tsup, '--config', '../../tsup.config.ts', '--no-dts'], {
    cwd: join(root, 'packages', 'server'),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The changed server cannot be built: ${stderr}`)
  return { program: join(root, 'packages', 'server', 'bin', 'p2p-server.mjs'), remove }
}

export const shortWindowMs = 2_000

const server = 'packages/server/src'

/** Minutes are seconds here, and each server's clock is off by the offset in its environment. */
export const serverWithShortTimes: readonly Change[] = [
  {
    file: `${server}/limits/shared/shared-limiter.ts`,
    search: 'windowMs: 60_000',
    replacement: `windowMs: ${shortWindowMs}`,
  },
  // On a machine that others use, Redis itself waits for a core now and then. Its troubles are ours to cause.
  {
    file: `${server}/base/redis/connect-redis.ts`,
    search: 'deadlineMs = 50',
    replacement: `deadlineMs = ${redisDeadlineMs}`,
  },
  // The queue of a sender that has died goes to another server.
  {
    file: `${server}/alerts/webhooks/dispatcher.ts`,
    search: 'const leaseMs = 30_000',
    replacement: 'const leaseMs = 10_000',
  },
  {
    file: `${server}/base/time/clock.ts`,
    search: 'wallMs: () => Date.now()',
    replacement: 'wallMs: () => Date.now() + Number(process.env.PROOF_CLOCK_MS ?? 0)',
  },
]
