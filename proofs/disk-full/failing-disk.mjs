import { readFileSync } from 'node:fs'
import { wrapSqliteDriver } from '../preload/wrap-sqlite-driver.mjs'

/**
 * A disk that refuses writes on command. The file PROOF_DISK says `sound`, or `<n> <errcode> <round>`: from the n-th
 * write of that round on, each fails with this SQLite error.
 */
const file = process.env.PROOF_DISK
let order = 'sound'
let writes = 0

const isWrite = ({ kind, sql }) => (kind === 'run' ? /^\s*(INSERT|UPDATE|DELETE)/.test(sql) : sql === 'COMMIT')

wrapSqliteDriver((call, proceed) => {
  if (!isWrite(call)) return proceed()
  const now = readFileSync(file, 'utf8').trim()
  if (now !== order) {
    order = now
    writes = 0
  }
  if (order === 'sound') return proceed()
  writes += 1
  const [first, errcode] = order.split(' ').map(Number)
  if (writes < first) return proceed()
  throw Object.assign(new Error('the disk of this proof refuses writes'), { code: 'ERR_SQLITE_ERROR', errcode })
})
