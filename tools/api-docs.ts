import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { apiDocs } from './api-docs-text.js'

/** Writes docs/api.md anew from the contract: `pnpm api-docs`. */
export const apiDocsPath = fileURLToPath(new URL('../docs/api.md', import.meta.url))

writeFileSync(apiDocsPath, apiDocs())
