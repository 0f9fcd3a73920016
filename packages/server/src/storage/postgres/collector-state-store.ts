import type { CollectorStateStore } from '../../ingest/collector-state-store.js'
import { packAds, packMemory, readBackOff, readBoard, readMemory } from '../codecs/sources.js'
import type { PostgresDatabase } from './database.js'

export const createPostgresCollectorStateStore = (database: PostgresDatabase): CollectorStateStore => ({
  saveBackOff: async ({ exchange, kind, faultsInARow, notBeforeMs }) => {
    await database.run(
      `INSERT INTO back_off (exchange, kind, faults, not_before) VALUES ($1, $2, $3, $4)
       ON CONFLICT (exchange) DO UPDATE SET kind = excluded.kind, faults = excluded.faults,
         not_before = excluded.not_before`,
      exchange,
      kind,
      faultsInARow,
      Math.round(notBeforeMs),
    )
  },
  clearBackOff: async (exchange) => {
    await database.run('DELETE FROM back_off WHERE exchange = $1', exchange)
  },
  backOffs: async () => (await database.all('SELECT * FROM back_off ORDER BY exchange')).map(readBackOff),

  saveBoards: (boards, memories) =>
    database.transaction(async (within) => {
      const shown = inOrder(boards)
      await within.run(
        `INSERT INTO latest_board (exchange, fiat, side, observed_at, ads)
         SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bytea[])
         ON CONFLICT (exchange, fiat, side) DO UPDATE SET observed_at = excluded.observed_at, ads = excluded.ads`,
        ...keyColumnsOf(shown),
        shown.map(({ ads }) => packAds(ads)),
      )
      const known = inOrder(memories)
      await within.run(
        `INSERT INTO board_memory (exchange, fiat, side, observed_at, memory)
         SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bytea[])
         ON CONFLICT (exchange, fiat, side) DO UPDATE SET observed_at = excluded.observed_at, memory = excluded.memory`,
        ...keyColumnsOf(known),
        known.map(packMemory),
      )
    }),
  boardsSince: async (observedAtMs) =>
    (await database.all('SELECT * FROM latest_board WHERE observed_at >= $1', observedAtMs)).map(readBoard),
  memoriesSince: async (observedAtMs) =>
    (await database.all('SELECT * FROM board_memory WHERE observed_at >= $1', observedAtMs)).map(readMemory),

  nextPublications: async (atLeast) => {
    const rows = await database.all(
      `INSERT INTO publication (fiat, number)
       SELECT fiat, number FROM unnest($1::text[], $2::bigint[]) AS wanted (fiat, number) ORDER BY fiat
       ON CONFLICT (fiat) DO UPDATE SET number = greatest(publication.number + 1, excluded.number)
       RETURNING fiat, number`,
      [...atLeast.keys()],
      [...atLeast.values()],
    )
    const given = new Map(rows.map((row) => [String(row.fiat), Number(row.number)]))
    return new Map([...atLeast].map(([fiat, least]) => [fiat, given.get(fiat) ?? least]))
  },
})

type BoardKey = {
  readonly exchange: string
  readonly fiat: string
  readonly side: string
  readonly observedAtMs: number
}

/** Sorts the rows, so that concurrent saves can't deadlock. If a row occurs twice, the later one stays. */
const inOrder = <One extends BoardKey>(places: readonly One[]): readonly One[] =>
  [...new Map(places.map((place) => [nameOf(place), place])).values()].toSorted((one, other) =>
    nameOf(one) < nameOf(other) ? -1 : 1,
  )

const keyColumnsOf = (places: readonly BoardKey[]) =>
  [
    places.map(({ exchange }) => exchange),
    places.map(({ fiat }) => fiat),
    places.map(({ side }) => side),
    places.map(({ observedAtMs }) => observedAtMs),
  ] as const

const nameOf = ({ exchange, fiat, side }: BoardKey): string => `${exchange} ${fiat} ${side}`
