import { ServerResponse } from 'node:http'
import { wrapSqliteDriver } from '../preload/wrap-sqlite-driver.mjs'

/**
 * Ends the process at a named point, without a chance to tidy up. PROOF_KILL_AT is `<point>:<occurrence>`; counting
 * begins with the first statement, or with SIGUSR2 when PROOF_KILL_ARMED is `later`.
 */
const [point, occurrence] = process.env.PROOF_KILL_AT.split(':')
let armed = process.env.PROOF_KILL_ARMED !== 'later'
let seen = 0
process.on('SIGUSR2', () => {
  armed = true
})

const reach = (name) => {
  if (!armed || name !== point) return
  seen += 1
  if (seen >= Number(occurrence)) process.kill(process.pid, 'SIGKILL')
}

const isCommit = ({ kind, sql }) => kind === 'exec' && sql === 'COMMIT'
const isWrite = ({ kind, sql }) => kind === 'run' && /^\s*(INSERT|UPDATE|DELETE)/.test(sql)
const isCompaction = ({ sql }) => sql.startsWith('INSERT INTO chunk') || sql.startsWith('DELETE FROM snap')
const isMigration = ({ sql }) => sql.includes('CREATE TABLE') || sql.startsWith('PRAGMA user_version =')

wrapSqliteDriver((call, proceed) => {
  if (isCommit(call)) reach('before-commit')
  if (isWrite(call)) reach('before-write')
  if (isMigration(call)) reach('mid-migration')
  const result = proceed()
  if (isCommit(call)) reach('after-commit')
  if (isWrite(call)) reach('after-write')
  if (isCompaction(call)) reach('mid-compaction')
  if (isMigration(call)) reach('mid-migration')
  return result
})

// A change is on disk and its answer about to leave.
const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (...head) {
  if (this.req.method !== 'GET') reach('before-answer')
  return writeHead.apply(this, head)
}
