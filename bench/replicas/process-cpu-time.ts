import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { isOnPath } from '@p2p-rates/core/testing'

/** Linux counts the time of processes in hundredths of a second. */
const tickMs = 10

/** Fields of `/proc/<pid>/stat` behind the name, which may hold anything; null once the process is gone. */
function statOf(pid: number): readonly string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

export const processTreeOf = (pid: number): readonly number[] => [
  pid,
  ...readdirSync('/proc')
    .map(Number)
    .filter((one) => Number.isInteger(one) && statOf(one)?.[1] === String(pid)),
]

export const cpuMsOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const [user = 0, kernel = 0, ofChildren = 0, kernelOfChildren = 0] = statOf(pid)?.slice(11, 15).map(Number) ?? []
    return sum + (user + kernel + ofChildren + kernelOfChildren) * tickMs
  }, 0)

export function moveToCores(cores: string, pids: readonly number[]): void {
  if (!isOnPath('taskset')) return
  for (const pid of pids) spawnSync('taskset', ['-a', '-c', '-p', cores, String(pid)], { stdio: 'ignore' })
}
