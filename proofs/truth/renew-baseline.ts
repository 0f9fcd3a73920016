import { writeFileSync } from 'node:fs'
import { baselineFile, lossesOf, simulateFixed } from './loss-baseline.js'
import { ledgerFile, measureLedger } from './trust-ledger.js'

const [file, content] =
  process.argv[2] === 'ledger' ? [ledgerFile, measureLedger()] : [baselineFile, lossesOf(simulateFixed())]
writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
