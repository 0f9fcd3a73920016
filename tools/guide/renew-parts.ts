import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../throw-away-copy.js'
import { withParts } from './generated-parts.js'
import { languages, readGuide } from './guide.js'

/** Writes the generated parts of all pages anew. */
export function renewParts(): void {
  for (const language of languages)
    for (const { paths } of readGuide(language)) {
      const path = join(repository, paths[0] ?? '')
      writeFileSync(path, withParts(readFileSync(path, 'utf8'), language))
    }
}
