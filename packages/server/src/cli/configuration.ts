import { existsSync, readFileSync, statSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { Exchanges } from '@p2p-rates/core'
import { loadExchanges } from '@p2p-rates/core/node'
import { type Config, ConfigError, type ConfigReading, exchangeModulesIn, readConfig } from '../base/config.js'
import { chooseStore } from '../storage/choose-store.js'
import type { Store } from '../storage/store.js'

export async function configuration(): Promise<ConfigReading> {
  loadEnvFiles(process.cwd())
  return readConfig(process.env, await loadExchangeModules(exchangeModulesIn(process.env), process.cwd()))
}

/** Opens the data for one command, without a running server. */
export async function withStore<Result>(config: Config, work: (store: Store) => Promise<Result>): Promise<Result> {
  const location = await chooseStore(config)
  const store = await location.openForCommand()
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Settings that name programs to run. A `.env` in a cloned repository must not set them. */
const programSettings: readonly string[] = ['P2P_EXCHANGE_MODULES', 'P2P_ON_PLAN_REQUEST']

/**
 * Reads `.env` of the working directory, and of the data directory if the environment names it. Only the second may
 * name programs. Existing variables win. Rejects a file that other users can write.
 */
export function loadEnvFiles(workingDirectory: string): void {
  const named = process.env.P2P_DATA_DIR
  const dataDirectory = named !== undefined && isAbsolute(named) ? named : null
  load(workingDirectory, workingDirectory === dataDirectory)
  if (dataDirectory !== null && dataDirectory !== workingDirectory) load(dataDirectory, true)
}

function load(folder: string, mayNamePrograms: boolean): void {
  const path = join(folder, '.env')
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return
  const objection = writableByOthers(path)
  if (objection !== null) throw new ConfigError([`${path} ${objection}: it is not obeyed. chmod 600 ${path}`])
  const settings = Object.entries(parseEnv(readFileSync(path, 'utf8')))
  const programs = settings.map(([name]) => name).filter((name) => programSettings.includes(name))
  if (programs.length > 0 && !mayNamePrograms)
    throw new ConfigError([
      `${path} sets ${programs.join(' and ')}, which names a program to run: set it in the environment, or in .env of the folder that P2P_DATA_DIR names there`,
    ])
  for (const [name, value] of settings) process.env[name] ??= value ?? ''
}

/** Null if no other user could have written the file, which chooses programs to run. */
function writableByOthers(path: string): string | null {
  if (process.platform === 'win32') return null
  const { uid, mode } = statSync(path)
  if (uid !== 0 && uid !== process.getuid?.()) return `belongs to another user (${uid})`
  if ((mode & 0o002) !== 0) return 'can be written by all users'
  return (mode & 0o020) !== 0 ? 'can be written by its group' : null
}

/** Loads exchange modules. Paths are relative to `folder`. Rejects a file that other users can write. */
async function loadExchangeModules(files: readonly string[], folder: string): Promise<Exchanges> {
  for (const file of files) {
    const path = resolve(folder, file)
    const objection = existsSync(path) ? writableByOthers(path) : null
    if (objection !== null) throw new ConfigError([`P2P_EXCHANGE_MODULES: ${path} ${objection}, and is not run`])
  }
  return loadExchanges(files, folder)
}
