import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PlanName, planNames } from '@p2p-rates/contract'
import { exchangeIds } from '@p2p-rates/core'
import { rateSourceIds } from '@p2p-rates/core/internal'
import { buildServer, ConfigError, createLog, type RunningServer, readConfig } from '@p2p-rates/server'
import { type CrossedFiats, startSimulator } from '@p2p-rates/simulator'
import { CliError } from '../cli-error.js'
import { executable, isOnPath } from '../executable-and-missing-packages.js'
import { say } from '../words/say.js'
import { banner } from './banner.js'
import { createDemoAccount } from './create-demo-account.js'
import { demoSettings } from './demo-settings.js'
import { freePort, usualPort } from './free-port.js'
import { loadSimulatedHistory } from './load-simulated-history.js'

const daysBehind = 30

/** Currency in which buyers pay more than sellers ask, as in UAH in autumn 2026. All other currencies are ordinary. */
const crossed: CrossedFiats = { TRY: 4 }

type DemoOptions = {
  /** The usual one, or any free one, if it is absent. */
  readonly port?: number | undefined
  readonly seed: number
  readonly environment: Readonly<Record<string, string | undefined>>
}
type Demo = { readonly banner: string; stop(): Promise<void> }

/** The whole product on simulated exchanges. It keeps nothing and starts afresh each time. */
export async function startDemo({ port, seed, environment }: DemoOptions): Promise<Demo> {
  const listensOn = await freePort(port ?? usualPort, port !== undefined)
  const taken = demoSettings(environment, `http://127.0.0.1:${listensOn}`)
  refuseFaulty(taken)
  const simulator = await startSimulator({ seed, crossed })
  const dataDir = mkdtempSync(join(tmpdir(), 'p2p-demo-'))
  const { config } = readConfig({
    ...taken,
    P2P_DATA_DIR: dataDir,
    P2P_SIMULATED: 'true',
    P2P_PACING: 'off',
    P2P_PRIVATE_RECEIVERS: 'true',
    // The pages show everything that they can.
    P2P_VISITOR_PLAN: 'Business',
    P2P_LOG_LEVEL: 'warn',
    P2P_METRICS_PORT: '0',
    P2P_PORT: String(listensOn),
    P2P_EXCHANGE_URLS: addressesOf({ ...simulator.baseUrls, ...simulator.officials.urls }),
  })
  const toMs = Date.now()
  const points = await loadSimulatedHistory(config, { seed, crossed }, { fromMs: toMs - daysBehind * 86_400_000, toMs })
  const server = await buildServer(config, { log: createLog(config.LOG_LEVEL) })
  const login = await createDemoAccount(server, 'Pro')
  const keys = new Map<string, string>()
  for (const plan of planNames) keys.set(plan, plan === 'Pro' ? login.key : await keyOn(server, plan))
  await server.ready(['UAH', 'EUR'])
  const program = executable()
  return {
    banner: banner({
      url: server.url,
      login,
      keys,
      points,
      days: daysBehind,
      program: isOnPath('p2p', program, process.env.PATH) ? null : program,
      platform: process.platform,
    }),
    async stop() {
      await Promise.all([server.stop(), simulator.close()])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Before anything is started or written. */
function refuseFaulty(taken: DemoOptions['environment']): void {
  try {
    readConfig(taken)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new CliError('usage', `${error.problems.join('; ')}.`, say('Correct or remove the variable.'))
  }
}

async function keyOn({ operator }: RunningServer, plan: PlanName): Promise<string> {
  const account = await operator.createAccount(`Demo ${plan}`, plan)
  return (await operator.createKey(account.id, null)).key
}

/** The world has exchanges that are not in the list, and no half of one that was plugged in. */
export const addressesOf = (baseUrls: Readonly<Record<string, string>>): string =>
  [...exchangeIds, ...rateSourceIds]
    .flatMap((id) => (baseUrls[id] === undefined ? [] : `${id}=${baseUrls[id]}`))
    .join(',')
