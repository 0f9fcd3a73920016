import { type ChainVerdict, type Fixings, type FixingsQuery, verifyFixings } from '@p2p-rates/sdk'
import type { Cli } from './cli.js'
import { CliError } from './cli-error.js'
import { keyValues, type Report } from './report.js'
import { waitOutRateLimit } from './wait-out-rate-limit.js'
import { say } from './words/say.js'

/** Maximum number of days per request. */
const pageDays = 400
/** A clock that ran ahead may have fixed days that have not come yet. */
const aheadDays = 60

export async function verifyFixingChain(
  cli: Cli,
  query: { readonly fiat?: string },
  known: readonly string[],
): Promise<void> {
  const pages = await wholeChain(cli, query)
  const verdict = await verifyFixings(pages, { known })
  if (verdict.entries === 0) throw new CliError('noData', say('No fixings yet.'))
  cli.printReport(verdictReport(pages[0].fiat, verdict))
  if (!verdict.valid || !verdict.complete)
    throw new CliError('failed', say('Verification failed: {reasons}.', { reasons: verdictReason(verdict).join('; ') }))
}

/** The answer for this span, and the chain from soon after it back to its first entry. */
export async function wholeChain(cli: Cli, query: FixingsQuery): Promise<readonly [Fixings, ...Fixings[]]> {
  const answer = await waitOutRateLimit(cli, (p2p) => p2p.fixings(query))
  const pages: [Fixings, ...Fixings[]] = [answer]
  for (let to = dayAfter(answer.to, aheadDays); to > noDayBefore; to = dayAfter(to, -pageDays)) {
    const days = { from: dayAfter(to, 1 - pageDays), to }
    const page = await waitOutRateLimit(cli, (p2p) => p2p.fixings({ ...query, ...days }))
    pages.push(page)
    if (page.fixings.length === 0 || page.fixings.some(({ number }) => number === 1)) break
  }
  return pages
}

/** Whatever a server says, there was nothing to fix. */
const noDayBefore = '2020'

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

export function verdictReason({ faults, lost, complete }: ChainVerdict): string[] {
  return [
    ...faults.map(({ number, day, fault }) => faultInWords[fault]({ number, day })),
    ...lost.map((digest) => say('digest {digest}… is not in the chain', { digest: digest.slice(0, 12) })),
    ...(complete ? [] : [say('links are missing')]),
  ]
}

type Link = { readonly number: number; readonly day: string }

const faultInWords = {
  changed: (link: Link) => say('number {number} of {day} has a digest mismatch', link),
  unchained: (link: Link) => say('number {number} of {day} does not follow the one before it', link),
  twice: (link: Link) => say('number {number} of {day} appears twice', link),
}

const verdictReport = (fiat: string, verdict: ChainVerdict): Report => ({
  title: say('Chain of fixings, {fiat}', { fiat }),
  ...keyValues(verdict, [
    { name: 'sound', value: ({ valid }) => valid, style: ({ valid }) => (valid ? 'good' : 'bad') },
    { name: 'complete', style: ({ complete }) => (complete ? 'good' : 'bad') },
    { name: 'links', heading: 'fixings', kind: 'count', value: ({ entries }) => entries },
    { name: 'digest', heading: 'newest' },
  ]),
})
