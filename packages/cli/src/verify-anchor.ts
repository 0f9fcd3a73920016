import { type ChainVerdict, type Fixings, verifyFixings } from '@p2p-rates/sdk'
import type { Cli } from './cli.js'
import { CliError } from './cli-error.js'
import { readTextFile } from './input/read-text-file.js'
import { tableOf } from './render/table.js'
import type { Report } from './report.js'
import { verdictReason, wholeChain } from './verify-fixing-chain.js'
import { say } from './words/say.js'

type AnchoredChain = ChainVerdict & { readonly fiat: string; readonly anchors: number }

/**
 * Verifies the whole chain of each currency of a file that `p2p-server anchor` has written, or of one of its
 * currencies.
 */
export async function verifyAnchor(cli: Cli, path: string, only?: string): Promise<void> {
  const all = anchorsIn(await readTextFile(cli, path), path)
  const anchors = only === undefined ? all : all.filter(({ fiat }) => fiat === only)
  if (anchors.length === 0)
    throw new CliError(
      'noData',
      only === undefined
        ? say('{path} holds no anchors.', { path })
        : say('{path} holds no {fiat}.', { path, fiat: only }),
    )
  const chains: AnchoredChain[] = []
  const reasons: string[] = []
  for (const fiat of new Set(anchors.map((anchor) => anchor.fiat))) {
    const known = anchors.filter((anchor) => anchor.fiat === fiat)
    const pages = await wholeChain(cli, { fiat }).catch((error) => {
      throw isUnknownFiat(error) ? new CliError('failed', say('This server has no currency {fiat}.', { fiat })) : error
    })
    const { chain, faults } = await compared(known, pages)
    chains.push({ ...chain, fiat, anchors: known.length })
    reasons.push(...faults.map((fault) => `${fiat}: ${fault}`))
  }
  cli.printReport(anchorReport(chains))
  if (reasons.length > 0)
    throw new CliError('failed', say('Verification failed: {reasons}.', { reasons: reasons.join('; ') }))
}

type Anchor = { readonly fiat: string; readonly number: number; readonly digest: string }

/** Lines that begin with # are comments. */
const anchorsIn = (text: string, path: string): readonly Anchor[] =>
  text.split(/\r?\n/).flatMap((line, at) => {
    if (line.trim() === '' || line.startsWith('#')) return []
    const [, fiat = '', number, digest = ''] = /^([A-Z]{3}) (\d+) ([\da-f]{64})$/.exec(line) ?? []
    if (digest === '')
      throw new CliError(
        'failed',
        say('Line {line} of {path} is not from p2p-server anchor.', { line: at + 1, path }),
        say('Expected a currency, a number and a digest of 64 hex digits.'),
      )
    return [{ fiat, number: Number(number), digest }]
  })

async function compared(known: readonly Anchor[], pages: readonly Fixings[]) {
  const verdict = await verifyFixings(pages)
  const links = new Set(pages.flatMap(({ fixings }) => fixings.map(({ number, digest }) => `${number} ${digest}`)))
  const lost = known.filter(({ number, digest }) => !links.has(`${number} ${digest}`))
  const faults = lost.map(({ number, digest }) =>
    say('digest {digest}… is not number {number} of the chain', { digest: digest.slice(0, 12), number }),
  )
  return {
    chain: { ...verdict, valid: verdict.valid && lost.length === 0, lost: lost.map(({ digest }) => digest) },
    faults: [...verdictReason(verdict), ...faults],
  }
}

const isUnknownFiat = (error: unknown): boolean => (error as { readonly param?: unknown }).param === 'fiat'

const anchorReport = (chains: readonly AnchoredChain[]): Report => ({
  answer: chains,
  records: chains,
  title: say('Chains of fixings against their anchors'),
  table: tableOf(chains, [
    { name: 'fiat' },
    { name: 'sound', value: ({ valid }) => valid, style: ({ valid }) => (valid ? 'good' : 'bad') },
    { name: 'complete', style: ({ complete }) => (complete ? 'good' : 'bad') },
    { name: 'links', heading: 'fixings', kind: 'count', value: ({ entries }) => entries },
    { name: 'anchors', kind: 'count' },
    {
      name: 'lost',
      heading: 'lost anchors',
      kind: 'count',
      value: ({ lost }) => lost.length,
      style: ({ lost }) => (lost.length > 0 ? 'bad' : null),
    },
    { name: 'digest', heading: 'newest', shown: (cell) => String(cell).slice(0, 12) },
  ]),
})
