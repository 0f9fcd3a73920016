import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isOnPath } from '@p2p-rates/core/testing'

export type LoadRequest = {
  readonly path: string
  readonly method?: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export const requireWrk = (): void => {
  if (!isOnPath('wrk')) throw new Error('this benchmark needs wrk (a Debian package of that name)')
}

export const onCore = (core: number, words: readonly string[]): string[] =>
  isOnPath('taskset') ? ['taskset', '-c', String(core), ...words] : [...words]

/** The same request with each key in turn, so that no account is a special case. */
export const withKeys = (path: string, keys: readonly string[], headers = {}): readonly LoadRequest[] =>
  keys.map((key) => ({ path, headers: { 'X-API-Key': key, ...headers } }))

/**
 * Keep-alive connections from the second core, which take the requests in turn. With `delayMs` each waits that long
 * after an answer. A `background` load leaves the core to others.
 */
export async function generateLoad(
  url: string,
  requests: readonly LoadRequest[],
  seconds: number,
  { connections = 64, delayMs = 0, background = false } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'p2p-load-'))
  const script = join(folder, 'load.lua')
  writeFileSync(script, `${requests.map(luaRequest).join('\n')}\n${luaOfTurns(delayMs)}`)
  try {
    // Its usual 2 seconds are too few on a busy machine.
    const wrk = ['wrk', '-t1', '--timeout', '8s', `-c${connections}`, `-d${seconds}s`, '-s', script, url]
    const [command = '', ...words] = onCore(1, background ? ['nice', '-n', '15', ...wrk] : wrk)
    const { stdout } = await promisify(execFile)(command, words)
    const numberAfter = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1] ?? Number.NaN)
    return {
      requestsPerSecond: numberAfter(/Requests\/sec:\s+([\d.]+)/),
      p50Ms: numberAfter(/P50 ([\d.]+)/),
      p99Ms: numberAfter(/P99 ([\d.]+)/),
      bad: numberAfter(/BAD (\d+)/),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export type Load = Awaited<ReturnType<typeof generateLoad>>

const luaRequest = ({ path, method = 'GET', headers, body }: LoadRequest, index: number): string => {
  const pairs = Object.entries(headers).map(([name, value]) => `[${JSON.stringify(name)}] = ${JSON.stringify(value)}`)
  const end = body === undefined ? '' : `, ${JSON.stringify(body)}`
  const words = `"${method}", ${JSON.stringify(path)}, { ${pairs.join(', ')} }${end}`
  return `${index === 0 ? 'requests = {}\n' : ''}requests[${index + 1}] = { ${words} }`
}

const luaOfTurns = (delayMs: number): string => `
function init() for at, words in ipairs(requests) do requests[at] = wrk.format(unpack(words)) end end
local turn = 0
function request() turn = turn % #requests + 1; return requests[turn] end
${delayMs > 0 ? `function delay() return ${delayMs} end` : ''}
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("P50 %f P99 %f BAD %d\\n", latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.status + errors.read + errors.timeout))
end
`
