import type { PriceBoardStore } from '../../market/price-pages/price-board-store.js'
import { readPriceBoard } from '../codecs/price-boards.js'
import type { SqlRow } from '../codecs/sql-values.js'
import type { PostgresDatabase } from './database.js'

export function createPostgresPriceBoardStore(database: PostgresDatabase): PriceBoardStore {
  const one = (row: SqlRow | null) => (row === null ? null : readPriceBoard(row))

  return {
    create: (board, atMost) =>
      database.transaction(async (within) => {
        await within.lockName(`boards of ${board.accountId}`)
        const row = await within.get(
          'SELECT count(*) AS boards FROM price_board WHERE account_id = $1',
          board.accountId,
        )
        if (Number(row?.boards) >= atMost) return false
        await within.run(
          'INSERT INTO price_board (id, account_id, created_at, record) VALUES ($1, $2, $3, $4)',
          ...[board.id, board.accountId, board.createdAtMs, JSON.stringify(board)],
        )
        return true
      }),
    find: async (id) => one(await database.get('SELECT * FROM price_board WHERE id = $1', id)),
    list: async (accountId) => {
      const mine = 'SELECT * FROM price_board WHERE account_id = $1 ORDER BY created_at, id'
      return (await database.all(mine, accountId)).map(readPriceBoard)
    },
    change: (id, decide) =>
      database.transaction(async (within) => {
        const now = one(await within.get('SELECT * FROM price_board WHERE id = $1 FOR UPDATE', id))
        if (now === null) return null
        const next = decide(now)
        if (next !== now) await within.run('UPDATE price_board SET record = $1 WHERE id = $2', JSON.stringify(next), id)
        return next
      }),
    delete: async (accountId, id) =>
      (await database.run('DELETE FROM price_board WHERE id = $1 AND account_id = $2', id, accountId)) > 0,
  }
}
