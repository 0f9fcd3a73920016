import { statSync } from 'node:fs'
import { OperatorError } from '../base/errors/operator-errors.js'

export function refuseUnlessFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new OperatorError(`There is no file ${path}.`)
  if (!found.isFile()) throw new OperatorError(`${path} is not a file.`)
}
