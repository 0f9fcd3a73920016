import { writeFileSync } from 'node:fs'
import { baselineFile, lossesOf, tellFixed } from './baseline.js'

writeFileSync(baselineFile, `${JSON.stringify(lossesOf(tellFixed()), null, 2)}\n`)
