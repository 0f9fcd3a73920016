import { writeFileSync } from 'node:fs'
import { baselineFile, lossesOf, simulateFixed } from './loss-baseline.js'

writeFileSync(baselineFile, `${JSON.stringify(lossesOf(simulateFixed()), null, 2)}\n`)
