import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Load = { readonly requestsPerSecond: number; readonly p99Ms: number; readonly bad: number }

const connections = 64

export const isOnPath = (command: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' }).status === 0

export const onCore = (core: number, words: readonly string[]): string[] =>
  isOnPath('taskset') ? ['taskset', '-c', String(core), ...words] : [...words]

/** 64 keep-alive connections from the other core. Keys take turns, so that no account is a special case. */
export const generateLoad = async (
  url: string,
  keys: readonly string[],
  seconds: number,
  etag?: string,
): Promise<Load> => {
  const folder = mkdtempSync(join(tmpdir(), 'p2p-load-'))
  const script = join(folder, 'load.lua')
  const condition = etag === undefined ? '' : `, ["If-None-Match"] = ${JSON.stringify(etag)}`
  const { pathname, search } = new URL(url)
  writeFileSync(
    script,
    `local requests = {}
function init()
${keys.map((key, index) => `  requests[${index + 1}] = wrk.format("GET", ${JSON.stringify(pathname + search)}, { ["X-API-Key"] = "${key}"${condition} })`).join('\n')}
end
local turn = 0
function request() turn = turn % #requests + 1; return requests[turn] end
function done(summary, latency) io.write(string.format("P99 %f BAD %d\\n", latency:percentile(99) / 1000, summary.errors.status + summary.errors.read + summary.errors.timeout)) end
`,
  )
  try {
    const words = onCore(1, ['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, url])
    const output = await outputOf(words)
    return {
      requestsPerSecond: numberAfter(output, /Requests\/sec:\s+([\d.]+)/),
      p99Ms: numberAfter(output, /P99 ([\d.]+)/),
      bad: numberAfter(output, /BAD (\d+)/),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const outputOf = (words: readonly string[]): Promise<string> =>
  new Promise((done, fail) => {
    const child = spawn(words[0] ?? '', words.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (part) => {
      output += part
    })
    child.on('error', fail)
    child.on('close', () => done(output))
  })

const numberAfter = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? Number.NaN)
