import { randomUUID } from 'node:crypto'
import type { Database, SqlRow } from './database.js'

/**
 * Who is at work on what, among all processes that have this database open. A hold ends by itself when its holder has
 * died. All but `takeUnwritten`, `stands` and `isHeld` belong into a transaction.
 */
export interface Holds {
  /** The token of a new hold; null while somebody else holds the name. */
  take(name: string, leaseMs: number): string | null
  /** The same while the disk takes nothing, from nobody: this process alone knows of it. */
  takeUnwritten(name: string): string | null
  isHeld(name: string): boolean
  /** False once somebody else has taken the name. */
  stands(name: string, token: string): boolean
  /** This process is done, whether or not that can be written. Who held the name last stays known. */
  end(name: string): void
  /** The same, and nobody needs to know any more who held the name. */
  forget(name: string): void
}

export const createHolds = (database: Database): Holds => {
  const find = database.prepare('SELECT token, held_until FROM hold WHERE name = ?')
  const save = database.prepare(
    `INSERT INTO hold (name, token, held_until) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET token = excluded.token, held_until = excluded.held_until`,
  )
  const end = database.prepare('UPDATE hold SET held_until = 0 WHERE name = ?')
  const remove = database.prepare('DELETE FROM hold WHERE name = ?')
  const me = randomUUID()
  let taken = 0
  /** What this process holds, and whether others can see it. */
  const mine = new Map<string, { readonly token: string; readonly isWritten: boolean }>()

  const isMine = (row: SqlRow): boolean => String(row.token).startsWith(me)

  const isHeld = (name: string): boolean => {
    const row = find.get(name)
    const own = mine.get(name)
    if (row === null) return own?.isWritten === false
    if (isMine(row)) return own !== undefined && row.held_until !== 0
    // A clock that was set back since makes no lease longer than the longest.
    const leftMs = Number(row.held_until) - Date.now()
    return leftMs > 0 && leftMs <= longestLeaseMs
  }

  const note = (name: string, isWritten: boolean): string | null => {
    if (isHeld(name)) return null
    taken += 1
    const token = `${me} ${taken}`
    mine.set(name, { token, isWritten })
    return token
  }

  return {
    take: (name, leaseMs) => {
      const token = note(name, true)
      if (token !== null) save.run(name, token, Date.now() + leaseMs)
      return token
    },
    takeUnwritten: (name) => note(name, false),
    isHeld,
    stands: (name, token) => {
      const row = find.get(name)
      return row?.token === token || (mine.get(name)?.token === token && (row === null || isMine(row)))
    },
    end: (name) => {
      mine.delete(name)
      end.run(name)
    },
    forget: (name) => {
      mine.delete(name)
      remove.run(name)
    },
  }
}

const longestLeaseMs = 600_000
