import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { isOnPath, lacks } from '@p2p-rates/core/testing'
import { expect, onTestFinished, test } from 'vitest'
import { missingEngines } from './postgres-and-redis-programs.js'

// On other systems only the process itself can end them.
const missing = [...missingEngines, ...(isOnPath('setpriv') ? [] : ['setpriv'])]

test('engines end with a process that is killed', lacks(...missing), async () => {
  const script = fileURLToPath(new URL('./testing/hold-engines.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const { processes, folders } = JSON.parse(line) as { processes: readonly number[]; folders: readonly string[] }
  onTestFinished(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 100 })
  })
  expect(processes.map(isAlive)).toEqual([true, true])
  child.kill('SIGKILL')
  await once(child, 'exit')
  await expect.poll(() => processes.map(isAlive)).toEqual([false, false])
})

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch {
    return false
  }
}
