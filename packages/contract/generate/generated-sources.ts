import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { registryText, typesText } from './contract-text.js'
import { readEndpointFiles, repository } from './endpoint-files.js'
import { typesOf } from './endpoint-types.js'
import { methodsText, sdkTypesText } from './sdk-text.js'

/** Texts of the generated sources by their paths, from the schemas of endpoints. */
export async function generatedSources(): Promise<ReadonlyMap<string, string>> {
  const files = await readEndpointFiles()
  const { endpoints, types } = typesOf(files)
  return new Map(
    [
      ['packages/contract/src/generated/types.ts', typesText(types)],
      ['packages/contract/src/generated/registry.ts', registryText(files, endpoints, types)],
      ['packages/sdk/src/generated/methods.ts', methodsText(endpoints, types)],
      ['packages/sdk/src/generated/types.ts', sdkTypesText(endpoints, types)],
    ].map(([path = '', text = '']) => [path, formatted(path, text)]),
  )
}

function formatted(path: string, text: string): string {
  const biome = join(repository, 'node_modules/.bin/biome')
  const { status, stdout, stderr } = spawnSync(biome, ['check', '--write', `--stdin-file-path=${path}`], {
    cwd: repository,
    input: text,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`biome cannot format ${path}: ${stderr}`)
  return stdout
}
