import { type ChainVerdict, verifyFixings } from '@p2p-rates/sdk'
import type { Cli } from './cli.js'
import { CliError } from './cli-error.js'
import { readTextFile } from './input/read-text-file.js'
import { tableOf } from './render/table.js'
import type { Report } from './report.js'
import { verdictReason, wholeChain } from './verify-fixing-chain.js'
import { say } from './words/say.js'

type AnchoredChain = ChainVerdict & { readonly fiat: string; readonly anchors: number }

/** Verifies the whole chain of each currency of a file that `p2p-server anchor` has written. */
export async function verifyAnchor(cli: Cli, path: string): Promise<void> {
  const text = await readTextFile(cli, path)
  const known = anchorsIn(text)
  if (known === null) throw new CliError('failed', say('{path} is no file of p2p-server anchor.', { path }))
  const chains: AnchoredChain[] = []
  for (const [fiat, digests] of known) {
    const verdict = await verifyFixings(await wholeChain(cli, { fiat }), { known: digests })
    chains.push({ ...verdict, fiat, anchors: digests.length })
  }
  cli.printReport(anchorReport(chains))
  const reasons = chains.flatMap((chain) => verdictReason(chain).map((reason) => `${chain.fiat}: ${reason}`))
  if (reasons.length > 0)
    throw new CliError('failed', say('Verification failed: {reasons}.', { reasons: reasons.join('; ') }))
}

/** Digests by currency; null if a line has another form. Lines that begin with # are comments. */
function anchorsIn(text: string): ReadonlyMap<string, readonly string[]> | null {
  const known = new Map<string, string[]>()
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [, fiat = '', digest = ''] = /^([A-Z]{3}) \d+ ([\da-f]{64})$/.exec(line) ?? []
    if (digest === '') return null
    known.set(fiat, [...(known.get(fiat) ?? []), digest])
  }
  return known.size === 0 ? null : known
}

const anchorReport = (chains: readonly AnchoredChain[]): Report => ({
  answer: chains,
  records: chains,
  title: say('Chains of fixings against their anchors'),
  table: tableOf(chains, [
    { name: 'fiat', value: ({ fiat }) => fiat },
    { name: 'sound', value: ({ valid }) => valid, style: ({ valid }) => (valid ? 'good' : 'bad') },
    { name: 'complete', value: ({ complete }) => complete, style: ({ complete }) => (complete ? 'good' : 'bad') },
    { name: 'links', heading: 'fixings', kind: 'count', value: ({ entries }) => entries },
    { name: 'anchors', kind: 'count', value: ({ anchors }) => anchors },
    {
      name: 'lost',
      kind: 'count',
      value: ({ lost }) => lost.length,
      style: ({ lost }) => (lost.length > 0 ? 'bad' : null),
    },
    { name: 'digest', heading: 'newest', value: ({ digest }) => digest, shown: (cell) => String(cell).slice(0, 12) },
  ]),
})
