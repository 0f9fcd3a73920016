import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '@p2p-rates/core/internal'
import { startBotStandIn, startMailStandIn } from '@p2p-rates/server/testing'
import { startReceiver, startSimulator } from '@p2p-rates/simulator'
import { freePort } from './harness/free-port.js'
import { withParts } from './harness/parts.js'
import { makeDataDir, requireBuild } from './harness/server-process.js'
import type { Proof } from './proof.js'
import { type Canaries, createCanaries } from './secrets/canaries.js'
import { publicUrl } from './secrets/exercise-accounts.js'
import { exerciseServer } from './secrets/exercise-server.js'
import { largestWelchT, timeRefusals } from './secrets/key-refusal-timing.js'

/** The usual bound of side-channel tests. */
const largestT = 4.5
const timings = 3

export const secretsProof: Proof = {
  name: 'secrets',
  target:
    'keys, passwords, sessions, links, codes and other secrets in no log, metric, error, backup or data file; wrong keys told apart by nothing',
  run: ({ seed, count, fast, print }) =>
    withParts(async (open) => {
      requireBuild()
      const { root, dataDir } = await open(makeDataDir())
      const simulator = await open(startSimulator({ seed, stepMs: 500 }))
      const receiver = await open(startReceiver())
      const canaries = createCanaries()
      const secretFor = (name: string): string => {
        const secret = createHash('sha256').update(`${name} ${seed}`).digest('hex')
        canaries.other(name, secret)
        return secret
      }
      const [masterKey, proxyPassword] = [secretFor('master key'), secretFor('proxy password')]
      const [mailPassword, botSecret] = [secretFor('mail password'), secretFor('bot token')]
      const mail = await open(startMailStandIn())
      const bot = await open(startBotStandIn({ token: `123456:${botSecret}` }))
      const metricsPort = await freePort()
      const breaches: string[] = []
      const launch = {
        dataDir,
        simulator,
        settings: {
          P2P_LOG_LEVEL: 'debug',
          P2P_METRICS_PORT: String(metricsPort),
          P2P_MASTER_KEY: masterKey,
          // No exchange is read through this proxy; only its password matters.
          P2P_EXCHANGES: 'binance,bybit,okx,bitget,mexc',
          P2P_EXCHANGE_PROXIES: `kucoin=http://user:${proxyPassword}@127.0.0.1:9`,
          P2P_REGISTRATION: 'invite',
          P2P_PUBLIC_URL: publicUrl,
          P2P_SMTP_URL: mail.url.replace('://', `://user:${mailPassword}@`),
          P2P_SMTP_FROM: 'alerts@rates.example.com',
          P2P_TELEGRAM_TOKEN: bot.token,
          P2P_TELEGRAM_API_URL: bot.url,
        },
      }
      const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
      const { texts, refusals } = await exerciseServer(launch, {
        root,
        receiver,
        canaries,
        metricsUrl,
        mails: mail.mails,
      })

      for (const [name, text] of texts)
        for (const found of canaries.foundIn(Buffer.from(text))) breaches.push(`${found} in ${name}`)
      const files = filesIn(root)
      for (const path of files) breaches.push(...badFile(path, canaries))
      if (statSync(dataDir).mode % 0o1000 !== 0o700) breaches.push('the data directory is open to others')
      if (new Set(refusals.map(([, answer]) => answer)).size !== 1) breaches.push(`401s differ: ${refusals.join('\n')}`)

      const samples = count ?? (fast ? 3_000 : 50_000)
      const timed = async (time: number) =>
        largestWelchT(await timeRefusals(join(root, `timing-${time}`), samples, createRandom(seed + time)))
      // A machine that others use has bad moments; a difference that is there is there every time.
      let { pair, t } = await timed(0)
      for (let time = 1; time < timings && t >= largestT; time++) ({ pair, t } = await timed(time))
      if (t >= largestT) breaches.push(`${pair} keys are told apart by time: t = ${t.toFixed(1)}`)

      print(`searched ${texts.size} texts and ${files.length} files for ${canaries.count} secrets in every spelling`)
      return {
        breaches,
        figure:
          `${canaries.count} secrets in ${texts.size} texts and ${files.length} files; ` +
          `largest Welch t ${t.toFixed(2)} over ${samples} refusals of each class`,
      }
    }),
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const badFile = (path: string, canaries: Canaries): string[] => {
  const leaks = canaries.foundIn(readFileSync(path)).map((found) => `${found} in ${path}`)
  return statSync(path).mode % 0o1000 === 0o600 ? leaks : [...leaks, `${path} is open to others`]
}
