import type { PriceBoardStore } from '../../market/price-pages/price-board-store.js'
import { readPriceBoard } from '../codecs/price-boards.js'
import type { SqlRow } from '../codecs/sql-values.js'
import { checksumMatches, verifiedOrThrow, verifiedRows } from './checksums.js'
import type { Database } from './database.js'

export function createSqlitePriceBoardStore(database: Database): PriceBoardStore {
  const sound = `SELECT *, ${checksumMatches('price_board')} AS sound FROM price_board`
  const count = database.prepare('SELECT COUNT(*) AS boards FROM price_board WHERE account_id = ?')
  const insert = database.prepare('INSERT INTO price_board (id, account_id, created_at, record) VALUES (?, ?, ?, ?)')
  const find = database.prepare(`${sound} WHERE id = ?`)
  const list = database.prepare(`${sound} WHERE account_id = ? ORDER BY created_at, id`)
  const update = database.prepare('UPDATE price_board SET record = ? WHERE id = ?')
  const remove = database.prepare('DELETE FROM price_board WHERE id = ? AND account_id = ?')

  const one = (row: SqlRow | null) => {
    const whole = verifiedOrThrow(database, 'price_board', row)
    return whole === null ? null : readPriceBoard(whole)
  }

  return {
    create: async (board, atMost) =>
      database.transaction(() => {
        if (Number(count.get(board.accountId)?.boards) >= atMost) return false
        insert.run(board.id, board.accountId, board.createdAtMs, JSON.stringify(board))
        return true
      }),
    find: async (id) => one(find.get(id)),
    list: async (accountId) => verifiedRows(database, 'price_board', list.all(accountId)).map(readPriceBoard),
    change: async (id, decide) =>
      database.transaction(() => {
        const now = one(find.get(id))
        if (now === null) return null
        const next = decide(now)
        if (next !== now) update.run(JSON.stringify(next), id)
        return next
      }),
    delete: async (accountId, id) => remove.run(id, accountId) > 0,
  }
}
