import type { SecondFactorStore } from '../../accounts/login-stores.js'
import { readSecondFactor, recoveryText } from '../codecs/account-rows.js'
import type { SqlRow } from '../codecs/sql-values.js'
import { checksumMatches, verifiedOrThrow } from './checksums.js'
import type { Database } from './database.js'

export function createSqliteSecondFactorStore(database: Database): SecondFactorStore {
  const find = database.prepare(
    `SELECT *, ${checksumMatches('second_factor')} AS sound FROM second_factor WHERE account_id = ?`,
  )
  const insert = database.prepare(
    `INSERT INTO second_factor (account_id, secret, used_step, recovery, created_at)
     SELECT account_id, ?, ?, ?, ? FROM login WHERE account_id = ? ON CONFLICT DO NOTHING`,
  )
  const useStep = database.prepare('UPDATE second_factor SET used_step = ? WHERE account_id = ? AND used_step < ?')
  const setRecovery = database.prepare('UPDATE second_factor SET recovery = ? WHERE account_id = ?')
  const remove = database.prepare('DELETE FROM second_factor WHERE account_id = ?')

  const read = (row: SqlRow | null) => {
    const whole = verifiedOrThrow(database, 'second_factor', row)
    return whole === null ? null : readSecondFactor(whole)
  }

  return {
    find: async (accountId) => read(find.get(accountId)),
    turnOn: async ({ accountId, sealedSecret, usedStep, recovery, createdAtMs }) =>
      insert.run(sealedSecret, usedStep, recoveryText(recovery), createdAtMs, accountId) > 0,
    useStep: async (accountId, step) => useStep.run(step, accountId, step) > 0,
    useRecovery: async (accountId, digest) =>
      database.transaction(() => {
        const factor = read(find.get(accountId))
        if (factor === null || !factor.recovery.includes(digest)) return false
        setRecovery.run(recoveryText(factor.recovery.filter((left) => left !== digest)), accountId)
        return true
      }),
    turnOff: async (accountId) => remove.run(accountId) > 0,
  }
}
