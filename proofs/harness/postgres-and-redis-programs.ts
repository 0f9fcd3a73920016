import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { lacks } from '@p2p-rates/core/testing'

const onPath = (name: string): string | null =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path)) ?? null

/** Debian keeps each version in a folder of its own, off the path. */
function findPostgres(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map(Number).filter(Number.isFinite) : []
  const newest = versions
    .toSorted((a, b) => b - a)
    .map((version) => join(debian, String(version), 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
  const [initdb, server] = [onPath('initdb'), onPath('postgres')]
  return newest ?? (initdb === null || server === null ? null : dirname(initdb))
}

export const postgresPrograms = findPostgres()
export const redisProgram = onPath('redis-server') ?? onPath('valkey-server')

export const missingEngines: readonly string[] = [
  ...(postgresPrograms === null ? ['PostgreSQL'] : []),
  ...(redisProgram === null ? ['Redis'] : []),
]

export const hasOwnEngines = missingEngines.length === 0

export const needsOwnEngines = lacks(...missingEngines)

export type ProgramUser = { readonly uid: number; readonly gid: number }

/** PostgreSQL does not run as root; null where we are not root. */
export function userForPostgres(): ProgramUser | null {
  if (process.getuid?.() !== 0) return null
  const idOf = (flag: string, name: string) => {
    const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
    return status === 0 ? Number(stdout) : null
  }
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = [idOf('-u', name), idOf('-g', name)]
    if (uid !== null && gid !== null) return { uid, gid }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody.')
}
