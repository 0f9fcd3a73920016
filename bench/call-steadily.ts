import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onCore } from './http/load-generator.js'
import { medianOf, quantileOf } from './median-time.js'

export type Steady = { readonly p50Ms: number; readonly p99Ms: number; readonly failed: number }

const script = fileURLToPath(new URL('call-steadily/steady-callers.mjs', import.meta.url))

/** Response times of callers that request rates every 16 ms each, from the second core. */
export const callSteadily = async (
  { url, keys }: { url: string; keys: readonly string[] },
  seconds: number,
): Promise<Steady> => {
  const asked = `${url}/api/v1/rates?fiat=UAH`
  const [command = '', ...words] = onCore(1, [process.execPath, script, asked, String(seconds), ...keys])
  const { stdout } = await promisify(execFile)(command, words, { maxBuffer: 64 * 1024 * 1024 })
  const { tookMs, failed } = JSON.parse(stdout) as { tookMs: number[]; failed: number }
  return { p50Ms: medianOf(tookMs), p99Ms: quantileOf(tookMs, 0.99), failed }
}
