import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { medianOf } from '../median-time.js'
import type { Load } from './load-generator.js'
import type { Running } from './servers.js'

const profiler = new URL('profile-on-signal.mjs', import.meta.url)
const profileMs = 2_000

type Frame = {
  readonly functionName: string
  readonly url: string
  readonly lineNumber: number
  readonly columnNumber: number
}
type ProfileFile = { readonly profile: Profile; readonly cpuUs: number }
type Profile = {
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame; readonly children?: readonly number[] }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/** Microseconds of one request, by stage. */
export type Stages = ReadonlyMap<string, number>

/**
 * CPU time of a server by stage under load. V8 samples the stack every 200 µs. Each sample counts for its innermost
 * frame that names a stage. The CPU time of the process is divided by these counts. The source map of the built server
 * maps frames to modules, so the server runs unmodified.
 */
export const openStageProfiler = () => {
  const folder = mkdtempSync(join(tmpdir(), 'p2p-stages-'))
  const file = join(folder, 'profile.json')
  return {
    environment: {
      NODE_OPTIONS: `--import ${profiler}`,
      BENCH_PROFILE: file,
      BENCH_PROFILE_MS: String(profileMs),
    },
    profileUnderLoad: async ({ pid }: Running, load: (seconds: number) => Promise<Load>): Promise<Stages> => {
      rmSync(file, { force: true })
      const loaded = load(profileMs / 1000 + 1)
      await pause(500)
      process.kill(pid, 'SIGUSR2')
      const { requestsPerSecond } = await loaded
      while (!existsSync(file)) await pause(50)
      const { profile, cpuUs } = JSON.parse(readFileSync(file, 'utf8')) as ProfileFile
      return stagesOf(profile, cpuUs / ((requestsPerSecond * profileMs) / 1000))
    },
    close: () => rmSync(folder, { recursive: true }),
  }
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

const stagesOf = ({ nodes, samples, timeDeltas }: Profile, requestUs: number): Stages => {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const roomOf = createRoomFinder()
  const named = new Map(nodes.map(({ id, callFrame }) => [id, stageOf(callFrame) ?? roomOf(callFrame)]))
  const stageAt = (id: number): string => {
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const cluster = named.get(at)
      if (cluster !== null && cluster !== undefined) return cluster
    }
    return otherStage
  }
  const spent = new Map<string, number>()
  samples.forEach((id, index) => {
    const cluster = stageAt(id)
    if (cluster !== idle) spent.set(cluster, (spent.get(cluster) ?? 0) + (timeDeltas[index] ?? 0))
  })
  const all = sumOf(spent)
  spent.delete(ofTheLook)
  return new Map([...spent].map(([cluster, us]) => [cluster, (us / all) * requestUs]))
}

const idle = 'idle'
const ofTheLook = 'the look itself'
const otherStage = 'Node and kernel: request read, events'

const stageOf = ({ functionName, url }: Frame): string | null => {
  if (functionName === '(idle)') return idle
  if (url === 'node:inspector') return ofTheLook
  if (functionName === '(garbage collector)') return 'garbage collector'
  if (url === 'node:_http_server' && functionName === 'writeHead') return 'Node: head put together'
  if (url === 'node:_http_outgoing' && functionName === 'end') return 'Node and kernel: answer sent'
  return null
}

/** By the source map of the bundle: `packages/server/src/limits/limiter.ts` lies in the room `limits`. */
const createRoomFinder = (): ((frame: Frame) => string | null) => {
  const maps = new Map<string, SourceMap | null>()
  const mapOf = (url: string): SourceMap | null => {
    const known = maps.get(url)
    if (known !== undefined) return known
    const file = `${fileURLToPath(url)}.map`
    const map = existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : null
    maps.set(url, map)
    return map
  }
  return ({ url, lineNumber, columnNumber }) => {
    if (!url.startsWith('file:') || url.includes('/node_modules/')) return null
    const entry = mapOf(url)?.findEntry(lineNumber, columnNumber)
    const source = entry !== undefined && 'originalSource' in entry ? entry.originalSource : ''
    const room = /\/src\/([\w-]+)(?:\.ts|\/)/.exec(source)?.[1]
    return room === undefined ? null : `ours: ${room}`
  }
}

export const stageTable = (ours: readonly Stages[], bare: readonly Stages[]): string[] => {
  const stages = new Set([...ours, ...bare].flatMap((look) => [...look.keys()]))
  const usOf = (looks: readonly Stages[], cluster: string) => medianOf(looks.map((look) => look.get(cluster) ?? 0))
  const rows = [...stages].map((cluster) => [cluster, usOf(ours, cluster), usOf(bare, cluster)] as const)
  const all = ['all', medianOf(ours.map(sumOf)), medianOf(bare.map(sumOf))] as const
  const shown = rows.filter(([, one, other]) => Math.max(one, other) >= 0.05).sort(([, one], [, other]) => other - one)
  return [
    line('microseconds of one request', 'ours', 'bare'),
    ...[...shown, all].map(([cluster, one, other]) => line(cluster, one.toFixed(1), other.toFixed(1))),
  ]
}

const sumOf = (stages: Stages): number => [...stages.values()].reduce((sum, us) => sum + us, 0)

const line = (cluster: string, ours: string, bare: string): string =>
  `  ${cluster.padEnd(38)} ${ours.padStart(6)} ${bare.padStart(6)}`
