import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { OperatorError } from '../../base/errors/operator-errors.js'
import type { CopySource, CopyTarget } from './copy-ports.js'
import { openSqliteFile, openSqliteFolder, sqliteTarget } from './sqlite-copy.js'

/** A data folder, a backup, or a PostgreSQL database by its address. */
export async function openCopySource(where: string): Promise<CopySource> {
  if (isPostgres(where)) return (await loadPostgres()).openPostgresSource(where)
  const path = pathOf(where)
  if (!existsSync(path)) throw new OperatorError(`There are no data at ${path}.`)
  return statSync(path).isDirectory() ? openSqliteFolder(path) : openSqliteFile(path)
}

/** Nothing is made there before something is copied. */
export async function openCopyTarget(where: string): Promise<CopyTarget> {
  if (isPostgres(where)) return (await loadPostgres()).postgresTarget(where)
  const path = pathOf(where)
  if (existsSync(path) && !statSync(path).isDirectory())
    throw new OperatorError(`${path} is a file. Data are copied into a folder, or into a PostgreSQL database.`)
  return sqliteTarget(path)
}

const isPostgres = (where: string): boolean => /^postgres(ql)?:\/\//i.test(where)

/** A mistyped address may hold a password, so it is not repeated. */
function pathOf(where: string): string {
  if (where.includes('://')) throw new OperatorError('An address begins with postgres://, everything else is a path.')
  return resolve(where)
}

/** Its library stays out of every process that needs none. */
const loadPostgres = () => import('./postgres-copy.js')
