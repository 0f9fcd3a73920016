import { lacks } from '@p2p-rates/core/testing'

type Needs = ReturnType<typeof lacks>

export const needsAll = (...all: readonly Needs[]): Needs => lacks(...all.flatMap(({ meta }) => meta?.missing ?? []))
