import {
  canonicalJson,
  type FixingInputs,
  type FixingSlot,
  type FixingState,
  fixingOfInputs,
  fixingWindow,
  slotMs,
} from '@p2p-rates/core/internal'
import type { Fixing, Fixings, FixingsQuery } from '@p2p-rates/sdk'
import type { Cli } from './cli.js'
import { CliError } from './cli-error.js'
import { fetchFixingInputs, noFixingInputs } from './fetch-fixing-inputs.js'
import { digestOfInputs, isKnownMethod, openRecordedChain } from './recorded-chain.js'
import { tableOf } from './render/table.js'
import type { Report } from './report.js'
import { wholeChain } from './verify-fixing-chain.js'
import { say } from './words/say.js'

type Recomputed = {
  readonly day: string
  readonly value: number | null
  readonly recomputed: number | null
  /** Null if the fixing has no recorded inputs. */
  readonly same: boolean | null
  /** Fields that differ. */
  readonly differs: readonly string[]
}

/** Computes the fixings of these days from their inputs, without trusting any figure of the server but the inputs. */
export async function recomputeFixings(cli: Cli, query: FixingsQuery): Promise<void> {
  const pages = await wholeChain(cli, query)
  const [answer] = pages
  const chain = await openRecordedChain(pages, async (day) => (await fetchFixingInputs(cli, answer.fiat, day)).inputs)
  const rows: Recomputed[] = []
  for (const fixing of answer.fixings) {
    const isChanged = chain.isFaulty(fixing)
    const inputs = await chain.inputsOf(fixing)
    rows.push(
      inputs === null
        ? { ...published(fixing), recomputed: null, same: isChanged ? false : null, differs: [] }
        : compared(fixing, inputs, await chain.stateBefore(fixing), isChanged),
    )
  }
  if (rows.every(({ same }) => same === null))
    throw query.from !== undefined && query.from === query.to
      ? noFixingInputs(answer.fiat, query.from)
      : new CliError('noData', say('No fixings with recorded inputs.'))
  cli.printReport(recomputedReport(answer, rows))
  const wrong = rows.filter(({ same }) => same === false)
  if (wrong.length > 0)
    throw new CliError('failed', say('Not the same: {days}.', { days: wrong.map(({ day }) => day).join(', ') }))
}

const published = ({ day, value }: Fixing) => ({ day, value })

function compared(fixing: Fixing, inputs: FixingInputs, stateBefore: FixingState | null, isChanged: boolean) {
  const { slots, ...state } = inputs
  const result = isKnownMethod(inputs) ? fixingOfInputs(inputs) : null
  const pairs: Readonly<Record<string, readonly [claimed: unknown, found: unknown]>> = {
    digest: [isChanged, false],
    inputs: [fixing.inputs_digest, digestOfInputs(inputs)],
    state: [state, stateBefore],
    value: [fixing.value, result?.value],
    confidence: [fixing.confidence?.level ?? null, result?.confidence],
    sources: [fixing.sources, result?.sources],
    slots: [fixing.slots, areSlotsOf(fixing.day, slots) ? result?.slots : null],
    method: [fixing.method, result?.method],
    method_next: [fixing.method_next, result?.next],
    withheld: [fixing.withheld, result?.withheld],
  }
  const differs = Object.keys(pairs).filter((name) => !isSame(pairs[name]))
  return { ...published(fixing), recomputed: result?.value ?? null, same: differs.length === 0, differs }
}

/** False if a slot is outside the window of the day, off the 5-minute grid, or repeated, or names an exchange twice. */
function areSlotsOf(day: string, slots: readonly FixingSlot[]): boolean {
  const [fromMs, slotCount] = [
    Date.parse(day) + fixingWindow.fromMs,
    (fixingWindow.toMs - fixingWindow.fromMs) / slotMs,
  ]
  const places = slots.map(({ at }) => (Date.parse(at) - fromMs) / slotMs)
  return (
    places.every((place, at) => Number.isInteger(place) && place > (places[at - 1] ?? -1) && place < slotCount) &&
    slots.every(({ sources }) => new Set(sources.map(({ exchange }) => exchange)).size === sources.length)
  )
}

function isSame(pair: readonly unknown[] = []): boolean {
  const [claimed, found] = pair.map((each) => (each === undefined ? '' : canonicalJson(each)))
  return claimed === found
}

const recomputedReport = (answer: Fixings, rows: readonly Recomputed[]): Report => ({
  answer: { asset: answer.asset, fiat: answer.fiat, fixings: rows },
  records: rows,
  title: say('1 USDT in {fiat}, fixings recomputed from their inputs', { fiat: answer.fiat }),
  table: tableOf(rows, [
    { name: 'day' },
    { name: 'value', heading: 'fixing', kind: 'price', style: 'strong' },
    { name: 'recomputed', kind: 'price' },
    {
      name: 'same',
      heading: 'the same to the last digit',
      style: ({ same }) => (same === null ? null : same ? 'good' : 'bad'),
    },
    { name: 'differs' },
  ]),
})
