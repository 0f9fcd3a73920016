import { fileURLToPath } from 'node:url'
import { exchangeIds } from '@p2p-rates/core'
import { startOwnProcess } from '../proofs/harness/own-process.js'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const compressing = (seed: number) => [here('../packages/simulator/src/main.ts'), '--seed', String(seed)]
const plain = (seed: number) => [here('cycle/uncompressed-simulator.ts'), String(seed)]

/** The simulated exchanges in a process of their own, so that their work is not counted as ours. */
export async function startSimulatorProcess(seed: number, { compresses = true } = {}) {
  const program = compresses ? compressing : plain
  const baseUrls: Record<string, string> = {}
  const { child, find } = startOwnProcess([process.execPath, '--import', 'tsx', ...program(seed)], {
    env: process.env,
    onLine: (line) => {
      const [id = '', url] = line.split(' ')
      if (url?.startsWith('http') === true) baseUrls[id] = url
    },
  })
  await find(() => exchangeIds.every((wanted) => wanted in baseUrls) || null)
  return { baseUrls, close: () => child.kill() }
}
