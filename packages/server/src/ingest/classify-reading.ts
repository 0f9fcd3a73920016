import type { Fault } from '@p2p-rates/core'
import type { BookReading } from '@p2p-rates/core/node'

export type ReadBook = Extract<BookReading, { state: 'read' }>

/** Classified answer: a board, a fault, or the first pages and the fault after them. */
export type Classified = { readonly read: ReadBook | null; readonly fault: Fault | null }

/** An exchange that hides everything is believed again when it shows a row, not when it shows nothing once more. */
export function classifyReading(reading: BookReading, hidesEverything: boolean): Classified {
  if (reading.state === 'failed') return { read: null, fault: reading.fault }
  if (hidesEverything && reading.rowCount === 0) return { read: null, fault: emptyResult }
  return { read: reading, fault: reading.incomplete }
}

export const emptyResult: Fault = {
  kind: 'blocked',
  message: 'The exchange shows no ad in any currency: it may hide them from this address.',
}
