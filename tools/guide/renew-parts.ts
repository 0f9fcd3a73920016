import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../throw-away-copy.js'
import { withParts } from './generated-parts.js'
import { type Language, languages, readGuide } from './guide.js'

export const sdkPage = 'packages/sdk/README.md'

export function renewParts(): void {
  const renew = (page: string, language: Language): void => {
    const path = join(repository, page)
    writeFileSync(path, withParts(readFileSync(path, 'utf8'), language))
  }
  for (const language of languages) for (const { paths } of readGuide(language)) renew(paths[0] ?? '', language)
  renew(sdkPage, 'en')
}
