import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { apiDocs, frontPage, webApiDocs } from './api-docs-text.js'
import { renewParts } from './guide/generated-parts.js'
import { writePythonClient } from './python/python-client.js'

/** Writes docs/api.md and docs/web-api.md from the contract, lists in other pages, and the Python client: `pnpm generate`. */
const docs = (name: string): string => fileURLToPath(new URL(`../docs/${name}`, import.meta.url))

writeFileSync(docs('api.md'), apiDocs())
writeFileSync(docs('web-api.md'), webApiDocs())

const frontPagePath = fileURLToPath(new URL('../README.md', import.meta.url))
writeFileSync(frontPagePath, frontPage(readFileSync(frontPagePath, 'utf8')))
renewParts()
writePythonClient()
