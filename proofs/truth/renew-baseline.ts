import { writeFileSync } from 'node:fs'
import { baselineFile, lossesOf, simulateFixed } from './baseline.js'

writeFileSync(baselineFile, `${JSON.stringify(lossesOf(simulateFixed()), null, 2)}\n`)
