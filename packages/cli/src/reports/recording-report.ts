import { bestPrice, type Exchange, judgeMarket, normalRules, type TrustRules } from '@p2p-rates/core'
import { type Recording, readRecordedPage } from '@p2p-rates/core/internal'
import { shownAsName } from '../exchange-names.js'
import { tableOf } from '../render/table.js'
import type { Report } from '../report.js'
import { foreign, say } from '../words/say.js'

/** Reads a recording by the mapping of its day, and scores its ads by the rules of this version. */
export function recordingReport(recording: Recording, exchange: Exchange, rules: Partial<TrustRules>): Report {
  const { exchange: id, fiat, recordedAt, pages } = recording
  const readings = pages.map((page) => ({ side: page.side, reading: readRecordedPage(exchange, recording, page) }))
  const boards = readings.flatMap(({ side, reading }) =>
    reading.state === 'read'
      ? [{ exchange: id, fiat, side, ads: reading.ads, observedAtMs: Date.parse(recordedAt) }]
      : [],
  )
  const judged = judgeMarket(fiat, boards, {}, { ...normalRules, ...rules })
  const records = readings.map(({ side, reading }) => {
    const board = judged.boards.find((one) => one.side === side)
    return {
      exchange: id,
      side,
      ads: board?.ads.length ?? 0,
      trusted: board?.ads.filter(({ trusted }) => trusted).length ?? 0,
      price: board === undefined ? null : bestPrice(board).price,
      rejected: reading.state === 'read' ? reading.rejected.length : 0,
      reason: reading.state === 'read' ? null : { kind: reading.fault.kind, message: reading.fault.message },
    }
  })
  return {
    answer: { exchange: id, fiat, recorded_at: recordedAt, pages: records },
    records,
    title: say('Recording of {exchange}, {fiat}, {time}', { exchange: exchange.name, fiat, time: recordedAt }),
    table: tableOf(records, [
      { name: 'exchange', shown: shownAsName },
      { name: 'side' },
      { name: 'ads', kind: 'count' },
      { name: 'trusted', kind: 'count' },
      { name: 'price', kind: 'price' },
      { name: 'rejected', hidden: true, kind: 'count' },
      {
        name: 'reason',
        wraps: true,
        value: ({ reason }) => (reason === null ? null : foreign(reason.message, `cause.${reason.kind}`)),
      },
    ]),
  }
}
