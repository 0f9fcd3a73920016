import { createHash } from 'node:crypto'
import {
  canonicalJson,
  type FixingInputs,
  fixingMethods,
  fixingOfInputs,
  nextFixingState,
} from '@p2p-rates/core/internal'
import { type Fixing, type Fixings, verifyFixings } from '@p2p-rates/sdk'
import type { Cli } from './cli.js'
import { CliError } from './cli-error.js'
import { tableOf } from './render/table.js'
import type { Report } from './report.js'
import { waitOutRateLimit } from './wait-out-rate-limit.js'
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
export async function recomputeFixings(
  cli: Cli,
  query: { readonly fiat?: string; readonly from?: string; readonly to?: string },
  isWanted: (fixing: Fixing) => boolean = () => true,
): Promise<void> {
  const answer = await waitOutRateLimit(cli, (p2p) => p2p.fixings(query))
  const { faults } = await verifyFixings(answer)
  const changed = new Set(faults.map(({ number }) => number))
  const rows: Recomputed[] = []
  let before: { readonly number: number; readonly inputs: FixingInputs } | null = null
  for (const fixing of answer.fixings) {
    const { number, inputs_digest: digest } = fixing
    const inputs: FixingInputs | null = !digest
      ? null
      : (await waitOutRateLimit(cli, (p2p) => p2p.fixingInputs(answer.fiat, fixing.day))).inputs
    const known: FixingInputs | null = before?.number === number - 1 ? before.inputs : null
    if (isWanted(fixing)) rows.push(compared(fixing, inputs, known, changed.has(number)))
    before = inputs === null ? null : { number, inputs }
  }
  if (rows.every(({ same }) => same === null)) throw new CliError('noData', say('No fixings with recorded inputs.'))
  cli.printReport(recomputedReport(answer, rows))
  const wrong = rows.filter(({ same }) => same === false)
  if (wrong.length > 0)
    throw new CliError('failed', say('Not the same: {days}.', { days: wrong.map(({ day }) => day).join(', ') }))
}

function compared(
  fixing: Fixing,
  inputs: FixingInputs | null,
  before: FixingInputs | null,
  isChanged: boolean,
): Recomputed {
  const { day, value } = fixing
  if (inputs === null) return { day, value, recomputed: null, same: isChanged ? false : null, differs: [] }
  const { slots, ...state } = inputs
  const result = isKnown(inputs) ? fixingOfInputs(inputs) : null
  const pairs: Readonly<Record<string, readonly [claimed: unknown, found: unknown]>> = {
    digest: [isChanged, false],
    inputs: [fixing.inputs_digest, createHash('sha256').update(canonicalJson(inputs)).digest('hex')],
    state: before === null || !isKnown(before) ? [0, 0] : [state, nextFixingState(before)],
    day: [slots.every(({ at }) => at.startsWith(`${day}T`)), true],
    value: [value, result?.value],
    confidence: [fixing.confidence?.level ?? null, result?.confidence],
    sources: [fixing.sources, result?.sources],
    slots: [fixing.slots, result?.slots],
    method: [fixing.method, result?.method],
    method_next: [fixing.method_next, result?.next],
    withheld: [fixing.withheld, result?.withheld],
  }
  const differs = Object.keys(pairs).filter((name) => !isSame(pairs[name]))
  return { day, value, recomputed: result?.value ?? null, same: differs.length === 0, differs }
}

/** False for a method of a later version. */
const isKnown = ({ method }: FixingInputs): boolean => fixingMethods.includes(method)

function isSame(pair: readonly unknown[] = []): boolean {
  const [claimed, found] = pair.map((each) => (each === undefined ? '' : canonicalJson(each)))
  return claimed === found
}

const recomputedReport = (answer: Fixings, rows: readonly Recomputed[]): Report => ({
  answer: { asset: answer.asset, fiat: answer.fiat, fixings: rows },
  records: rows,
  title: say('1 USDT in {fiat}, fixings recomputed from their inputs', { fiat: answer.fiat }),
  table: tableOf(rows, [
    { name: 'day', value: ({ day }) => day },
    { name: 'value', heading: 'fixing', kind: 'price', value: ({ value }) => value, style: () => 'strong' },
    { name: 'recomputed', kind: 'price', value: ({ recomputed }) => recomputed },
    {
      name: 'same',
      heading: 'the same to the last digit',
      value: ({ same }) => same,
      style: ({ same }) => (same === null ? null : same ? 'good' : 'bad'),
    },
    { name: 'differs', value: ({ differs }) => differs },
  ]),
})
