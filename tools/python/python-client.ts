import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOpenApi } from '../open-api.js'
import { repository } from '../throw-away-copy.js'
import { endpointsModule } from './endpoints-module.js'
import { typesModule } from './types-module.js'

/** Text of each generated file of the Python client, by its path in the repository. */
export function pythonClient(): ReadonlyMap<string, string> {
  const document = readOpenApi()
  const folder = 'clients/python/src/p2p_rates'
  return new Map([
    [`${folder}/types.py`, typesModule(document)],
    [`${folder}/_endpoints.py`, endpointsModule(document)],
  ])
}

export function writePythonClient(): void {
  for (const [path, text] of pythonClient()) writeFileSync(join(repository, path), text)
}
