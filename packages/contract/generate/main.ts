import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { repository } from './endpoint-files.js'
import { generatedSources } from './generated-sources.js'

for (const [path, text] of await generatedSources()) {
  mkdirSync(dirname(join(repository, path)), { recursive: true })
  writeFileSync(join(repository, path), text)
}
