import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { apiDocs } from './api-docs-text.js'
import { frontPage } from './front-page.js'
import { renewParts } from './guide/renew-parts.js'

/** Writes docs/api.md anew from the contract, the lists on the front page and the facts in the guide: `pnpm api-docs`. */
export const apiDocsPath = fileURLToPath(new URL('../docs/api.md', import.meta.url))

writeFileSync(apiDocsPath, apiDocs())

const frontPagePath = fileURLToPath(new URL('../README.md', import.meta.url))
writeFileSync(frontPagePath, frontPage(readFileSync(frontPagePath, 'utf8')))
renewParts()
