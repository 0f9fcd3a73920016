import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writeGuide } from './build-guide.js'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

await writeGuide(fileURLToPath(new URL('../dist', import.meta.url)), version)
