import type { SecondFactorStore } from '../../accounts/login-stores.js'
import { readSecondFactor, recoveryText } from '../codecs/account-rows.js'
import type { PostgresDatabase } from './database.js'

export const createPostgresSecondFactorStore = (database: PostgresDatabase): SecondFactorStore => ({
  find: async (accountId) => {
    const row = await database.get('SELECT * FROM second_factor WHERE account_id = $1', accountId)
    return row === null ? null : readSecondFactor(row)
  },
  turnOn: async ({ accountId, sealedSecret, usedStep, recovery, createdAtMs }) =>
    (await database.run(
      `INSERT INTO second_factor (account_id, secret, used_step, recovery, created_at)
       SELECT account_id, $2, $3::bigint, $4, $5::bigint FROM login WHERE account_id = $1 FOR KEY SHARE
       ON CONFLICT DO NOTHING`,
      accountId,
      sealedSecret,
      usedStep,
      recoveryText(recovery),
      createdAtMs,
    )) > 0,
  useStep: async (accountId, step) =>
    (await database.run(
      'UPDATE second_factor SET used_step = $1 WHERE account_id = $2 AND used_step < $1',
      step,
      accountId,
    )) > 0,
  useRecovery: (accountId, digest) =>
    database.transaction(async (within) => {
      const row = await within.get('SELECT * FROM second_factor WHERE account_id = $1 FOR NO KEY UPDATE', accountId)
      const recovery = row === null ? [] : readSecondFactor(row).recovery
      if (!recovery.includes(digest)) return false
      const left = recoveryText(recovery.filter((code) => code !== digest))
      await within.run('UPDATE second_factor SET recovery = $1 WHERE account_id = $2', left, accountId)
      return true
    }),
  turnOff: async (accountId) => (await database.run('DELETE FROM second_factor WHERE account_id = $1', accountId)) > 0,
})
