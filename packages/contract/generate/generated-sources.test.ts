import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from './endpoint-files.js'
import { generatedSources } from './generated-sources.js'

test('generated sources say what the schemas say: `pnpm generate` writes them', async () => {
  for (const [path, text] of await generatedSources())
    expect(readFileSync(join(repository, path), 'utf8') === text, `${path} is out of date: pnpm generate`).toBe(true)
})
