import { readFileSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigError } from '../base/config.js'
import { writableByOthers } from './writable-by-others.js'

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
