import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { exchangeIds } from '@p2p-rates/core'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const compressing = (seed: number) => [here('../packages/simulator/src/main.ts'), '--seed', String(seed)]
const plain = (seed: number) => [here('cycle/uncompressed-simulator.ts'), String(seed)]

/** The simulated exchanges in a process of their own, so that their work is not counted as ours. */
export async function startSimulatorProcess(seed: number, { compresses = true } = {}) {
  const program = compresses ? compressing : plain
  const child = spawn(process.execPath, ['--import', 'tsx', ...program(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const baseUrls: Record<string, string> = {}
  for await (const line of createInterface(child.stdout)) {
    const [id = '', url] = line.split(' ')
    if (url?.startsWith('http') === true) baseUrls[id] = url
    if (exchangeIds.every((wanted) => wanted in baseUrls)) break
  }
  return { baseUrls, close: () => child.kill() }
}
