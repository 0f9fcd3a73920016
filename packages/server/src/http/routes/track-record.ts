import { toTrackRecordResponse, trackRecord } from '@p2p-rates/contract'
import type { ExchangeId } from '@p2p-rates/core'
import { dayMs, utcDay } from '../../base/time/calendar.js'
import type { Clock } from '../../base/time/clock.js'
import type { TrackRecordStore } from '../../history/history-stores.js'
import { handle, periodVersion } from '../route-handler.js'

export const trackRecordEndpoint = (
  store: Pick<TrackRecordStore, 'readTrackDays'>,
  exchanges: readonly ExchangeId[],
  clock: Clock,
) =>
  handle(
    trackRecord,
    async ({ query: { fiat = null, exchange = null, confidence = null, days } }) => {
      const nowMs = clock.wallMs()
      const recorded = await store.readTrackDays(fiat, utcDay(nowMs - (days - 1) * dayMs), utcDay(nowMs))
      return { answer: toTrackRecordResponse({ fiat, exchange, confidence, days, exchanges, recorded }) }
    },
    () => periodVersion(clock, 60_000),
  )
