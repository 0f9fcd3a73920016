import { lacks } from '@p2p-rates/core/testing'

type Needs = ReturnType<typeof lacks>

/** Options of a test that needs all of these: `needsAll(needsPostgres, needsRedis)`. */
export const needsAll = (...all: readonly Needs[]): Needs => lacks(...all.flatMap(({ meta }) => meta?.missing ?? []))
