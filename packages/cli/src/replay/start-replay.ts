import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { planNames } from '@p2p-rates/contract'
import { buildServer, createLog, openReplay, readConfig } from '@p2p-rates/server'
import { freePort, usualPort } from '../demo/free-port.js'
import { say } from '../words/say.js'
import { isoOf } from './archive-span.js'

type RunningReplay = {
  readonly banner: string
  /** Final message. Rejects if the archive can't be read to its end. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

/** Server that replays the past. It makes no requests, keeps no data and starts empty each time. */
export async function startReplay(options: {
  readonly path: string
  readonly span: { readonly fromMs: number; readonly toMs: number }
  readonly speed: number
  readonly port?: number | undefined
  readonly warn: (line: string) => void
}): Promise<RunningReplay> {
  const { path, span, speed, port, warn } = options
  const replay = await openReplay({
    path,
    span,
    speed,
    onDamage: (file, what) => warn(say('{file}: {what}; skipped.', { file, what })),
  })
  const dataDir = mkdtempSync(join(tmpdir(), 'p2p-replay-'))
  const { config } = readConfig({
    P2P_DATA_DIR: dataDir,
    P2P_OFFICIAL_RATES: 'off',
    P2P_PRIVATE_RECEIVERS: 'true',
    P2P_VISITOR_PLAN: 'Business',
    P2P_METRICS_PORT: '0',
    P2P_PORT: String(await freePort(port ?? usualPort, port !== undefined)),
  })
  const { trustedFrom, bandUsdt, minGate } = replay.rules
  const asJudged = {
    ...config,
    TRUSTED_FROM: trustedFrom,
    BAND_USDT: [bandUsdt.min, bandUsdt.max] as [number, number],
    GATE_FLOOR_PCT: minGate * 100,
  }
  const server = await buildServer(asJudged, { log: createLog('warn', (line) => warn(line.trim())), replay })
  const keys: string[] = []
  for (const plan of planNames) {
    const account = await server.operator.createAccount(`Replay ${plan}`, plan)
    keys.push(`  ${plan.padEnd(8)}  ${(await server.operator.createKey(account.id, null)).key}`)
  }
  await replay.begun
  return {
    banner: `${say('REPLAY of an archive: prices of the past.')}

  ${say('from').padEnd(8)}  ${isoOf(span.fromMs)}
  ${say('to').padEnd(8)}  ${isoOf(span.toMs)}
  ${say('speed').padEnd(8)}  ${speed} x
  ${say('address').padEnd(8)}  ${server.url}/api/v1
${keys.join('\n')}

${say('Ctrl+C quits.')}`,
    ended: replay.ended.then(() =>
      say('The replay has ended; its time stays at {time}. Ctrl+C quits.', { time: isoOf(span.toMs) }),
    ),
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
