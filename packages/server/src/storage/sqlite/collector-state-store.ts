import type { CollectorStateStore } from '../../ingest/collector-state-store.js'
import { packAds, packMemory, readBackOff, readBoard, readMemory } from '../codecs/sources.js'
import { checksumMatches, verifiedRows } from './checksums.js'
import type { Database } from './database.js'

export function createSqliteCollectorStateStore(database: Database): CollectorStateStore {
  const saveBackOff = database.prepare(
    `INSERT INTO back_off (exchange, kind, faults, not_before) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET kind = excluded.kind, faults = excluded.faults, not_before = excluded.not_before`,
  )
  const clearBackOff = database.prepare('DELETE FROM back_off WHERE exchange = ?')
  const backOffs = database.prepare(`SELECT *, ${checksumMatches('back_off')} AS sound FROM back_off ORDER BY exchange`)
  const saveBoard = database.prepare(
    `INSERT INTO latest_board (exchange, fiat, side, observed_at, ads) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET observed_at = excluded.observed_at, ads = excluded.ads`,
  )
  const boardsSince = database.prepare(
    `SELECT *, ${checksumMatches('latest_board')} AS sound FROM latest_board WHERE observed_at >= ?`,
  )

  const saveMemory = database.prepare(
    `INSERT INTO board_memory (exchange, fiat, side, observed_at, memory) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET observed_at = excluded.observed_at, memory = excluded.memory`,
  )
  const memoriesSince = database.prepare(
    `SELECT *, ${checksumMatches('board_memory')} AS sound FROM board_memory WHERE observed_at >= ?`,
  )
  // A damaged number says nothing about those that were given.
  const nextPublication = database.prepare(
    `INSERT INTO publication (fiat, number) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET number =
       CASE WHEN ${checksumMatches('publication')} THEN max(number + 1, excluded.number) ELSE excluded.number END
     RETURNING number`,
  )

  return {
    saveBackOff: async ({ exchange, kind, faultsInARow, notBeforeMs }) => {
      saveBackOff.run(exchange, kind, faultsInARow, Math.round(notBeforeMs))
    },
    clearBackOff: async (exchange) => {
      clearBackOff.run(exchange)
    },
    backOffs: async () => verifiedRows(database, 'back_off', backOffs.all()).map(readBackOff),
    saveBoards: async (boards, memories) =>
      database.transaction(() => {
        for (const { exchange, fiat, side, observedAtMs, ads } of boards)
          saveBoard.run(exchange, fiat, side, observedAtMs, packAds(ads))
        for (const memory of memories)
          saveMemory.run(memory.exchange, memory.fiat, memory.side, memory.observedAtMs, packMemory(memory))
      }),
    boardsSince: async (observedAtMs) =>
      verifiedRows(database, 'latest_board', boardsSince.all(observedAtMs)).map(readBoard),
    memoriesSince: async (observedAtMs) =>
      verifiedRows(database, 'board_memory', memoriesSince.all(observedAtMs)).map(readMemory),
    nextPublications: async (atLeast) =>
      database.transaction(
        () =>
          new Map(
            [...atLeast].map(([fiat, least]) => [fiat, Number(nextPublication.get(fiat, least)?.number ?? least)]),
          ),
      ),
  }
}
