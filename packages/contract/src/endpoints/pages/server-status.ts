import { z } from 'zod'
import { typeNames } from '../../endpoint/type-names.js'
import { isoTime, wireCount, wireFiat, wireTime } from '../../endpoint/wire-schemas.js'
import type { ServerStatus } from '../../generated/types.js'

export const priceAvailabilitySchema = z
  .object({
    fiat: wireFiat,
    buy: z.boolean().meta({ description: 'True if there is a buying price.' }),
    sell: z.boolean().meta({ description: 'True if there is a selling price.' }),
  })
  .meta({ id: 'CurrencyNow' })
  .register(typeNames, { type: 'PriceAvailability' })

export const serverStatusSchema = z
  .object({
    version: z.string(),
    cycle_seconds: wireCount.meta({ description: 'Interval between requests for each currency.' }),
    own_cycles: z
      .array(z.object({ fiat: wireFiat, cycle_seconds: wireCount }))
      .meta({ description: 'Currencies with an interval of their own.' }),
    storage_works: z.boolean().meta({ description: 'True if prices can be stored.' }),
    history_from_at: wireTime.nullable().meta({ description: 'Time of the first recorded price.' }),
    open_streams: wireCount,
    archive: z
      .object({
        works: z.boolean().meta({ description: 'True if markets can be archived.' }),
        days: wireCount,
        bytes: wireCount,
      })
      .register(typeNames, { type: 'ArchiveStatus' })
      .nullable()
      .meta({ description: 'Archive of scored markets; null if the operator keeps none.' }),
  })
  .meta({ id: 'ServerNow' })
  .register(typeNames, { type: 'ServerStatus' })

export type ServerStatusInput = {
  readonly version: string
  readonly cycleSeconds: number
  readonly ownCycles: ReadonlyMap<string, number>
  readonly storageWorks: boolean
  readonly historySinceMs: number | null
  readonly openStreams: number
  readonly archive: { readonly trouble: string | null; readonly days: number; readonly bytes: number } | null
}

export const toServerStatusResponse = (server: ServerStatusInput): ServerStatus => ({
  version: server.version,
  cycle_seconds: server.cycleSeconds,
  own_cycles: [...server.ownCycles].map(([fiat, cycleSeconds]) => ({ fiat, cycle_seconds: cycleSeconds })),
  storage_works: server.storageWorks,
  history_from_at: server.historySinceMs === null ? null : isoTime(server.historySinceMs),
  open_streams: server.openStreams,
  archive: server.archive && {
    works: server.archive.trouble === null,
    days: server.archive.days,
    bytes: server.archive.bytes,
  },
})
