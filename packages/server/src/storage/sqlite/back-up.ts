import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { OperatorError } from '../../base/errors/operator-errors.js'
import { copyDatabase } from './copy-database.js'
import type { Database } from './database.js'

export function backUp(database: Database, target: string): void {
  if (existsSync(target)) throw new OperatorError(`${target} exists already; a backup never overwrites.`)
  if (!existsSync(dirname(target))) throw new OperatorError(`There is no folder ${dirname(target)}.`)
  copyDatabase(database, target)
}
