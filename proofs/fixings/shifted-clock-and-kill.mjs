import { readFileSync } from 'node:fs'
import { wrapSqliteDriver } from '../preload/wrap-sqlite-driver.mjs'

/**
 * Days pass when the proof says so: PROOF_CLOCK_FILE holds by how many milliseconds the wall clock is ahead. And the
 * process ends as it writes its n-th fixing, where PROOF_KILL_AT names a point and n: `before`, `within` or `after`.
 */
const file = process.env.PROOF_CLOCK_FILE
const realNow = Date.now
let aheadMs = 0
const look = () => {
  aheadMs = Number(readFileSync(file, 'utf8')) || aheadMs
}
look()
setInterval(look, 20).unref()
Date.now = () => realNow() + aheadMs

const [point, occurrence] = (process.env.PROOF_KILL_AT ?? '').split(':')
let written = 0
const reach = (name) => {
  if (name === point && written >= Number(occurrence)) process.kill(process.pid, 'SIGKILL')
}

// Where servers share a database there is no such driver.
if (point !== '')
  wrapSqliteDriver(({ kind, sql }, proceed) => {
    const isFixing = kind === 'run' && sql.includes('INTO fixing')
    if (isFixing) {
      written += 1
      reach('before')
    }
    const result = proceed()
    if (isFixing) reach('within')
    if (kind === 'exec' && sql === 'COMMIT') reach('after')
    return result
  })
