import type { Fiat } from '../currencies-and-sides.js'
import type { WireRequest } from '../exchanges/define-exchange.js'

/** Definition of a central bank: how to request and parse its rates. It does no I/O. */
export type OfficialSource = {
  readonly id: string
  readonly name: string
  readonly origin: string
  /** The currencies for which it is believed. */
  readonly fiats: readonly Fiat[]
  /** From which hour of a day (UTC) on its list of that day can be read. */
  readonly publishedByHour: number
  /** Request for the list of a day (`YYYY-MM-DD`). */
  readonly request: (day: string) => WireRequest
  readonly read: (text: string) => OfficialList | null
}

export type OfficialList = {
  /** `YYYY-MM-DD`: the day it is for. */
  readonly day: string
  /** Currency code → how much of it one dollar costs. */
  readonly perDollar: ReadonlyMap<string, number>
}

export type OfficialRate = {
  /** Fiat per dollar. */
  readonly rate: number
  readonly source: string
  /** `YYYY-MM-DD`: the day it is for. */
  readonly day: string
}
