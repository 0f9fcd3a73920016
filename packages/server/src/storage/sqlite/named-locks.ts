import { randomUUID } from 'node:crypto'
import type { Database } from './database.js'

export interface NamedLocks {
  /** Runs `work` atomically among all processes that have the data open. */
  atomically<Result>(work: () => Result): Result
  /** Token of the new lock; null while another holder has the name. */
  acquireLock(name: string, leaseMs: number): string | null
  isHeld(name: string): boolean
  isCurrentToken(name: string, token: string): boolean
  /** Releases the name but remembers its last holder. */
  releaseLock(name: string): void
  deleteLock(name: string): void
}

/** Written down, for several processes that share a database. They need not survive a power cut, which ends them all. */
export function createSharedLocks(database: Database): NamedLocks {
  const find = database.prepare('SELECT token, held_until FROM hold WHERE name = ?')
  const save = database.prepare(
    `INSERT INTO hold (name, token, held_until) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET token = excluded.token, held_until = excluded.held_until`,
  )
  const end = database.prepare('UPDATE hold SET held_until = 0 WHERE name = ?')
  const remove = database.prepare('DELETE FROM hold WHERE name = ?')
  const isHeld = (name: string): boolean => isRunning(Number(find.get(name)?.held_until ?? 0))

  return {
    atomically: database.nonDurableTransaction,
    acquireLock: (name, leaseMs) => {
      if (isHeld(name)) return null
      const token = randomUUID()
      save.run(name, token, Date.now() + leaseMs)
      return token
    },
    isHeld,
    isCurrentToken: (name, token) => find.get(name)?.token === token,
    releaseLock: (name) => void end.run(name),
    deleteLock: (name) => void remove.run(name),
  }
}

/** Locks in memory, for a server that owns its data. Nothing is written, so a full disk can't block it. */
export function createMemoryLocks(): NamedLocks {
  const holds = new Map<string, { readonly token: string; readonly untilMs: number }>()
  let taken = 0
  const isHeld = (name: string): boolean => isRunning(holds.get(name)?.untilMs ?? 0)

  return {
    atomically: (work) => work(),
    acquireLock: (name, leaseMs) => {
      if (isHeld(name)) return null
      taken += 1
      holds.set(name, { token: String(taken), untilMs: Date.now() + leaseMs })
      return String(taken)
    },
    isHeld,
    isCurrentToken: (name, token) => holds.get(name)?.token === token,
    releaseLock: (name) => {
      const hold = holds.get(name)
      if (hold !== undefined) holds.set(name, { ...hold, untilMs: 0 })
    },
    deleteLock: (name) => void holds.delete(name),
  }
}

const longestLeaseMs = 600_000

/** All processes of a machine share its clock. One that was set back since makes no lease longer than the longest. */
function isRunning(untilMs: number): boolean {
  const leftMs = untilMs - Date.now()
  return leftMs > 0 && leftMs <= longestLeaseMs
}
