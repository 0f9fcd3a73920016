import { CliError } from '../cli-error.js'
import { failIfMissing } from '../executable-and-missing-packages.js'
import { momentOf, type SpanOptions } from '../input/time-span.js'
import { foreign, say } from '../words/say.js'

export type ArchiveSpanOptions = Pick<SpanOptions, 'since' | 'until'>
type ArchiveSpan = { readonly fromMs: number; readonly toMs: number }

const peers = ['@p2p-rates/server']

export const serverParts = () => import('@p2p-rates/server').catch((cause: unknown) => failIfMissing(cause, peers))

export async function archiveSpan(path: string, { since, until }: ArchiveSpanOptions): Promise<ArchiveSpan> {
  const { archivedSpan } = await serverParts()
  const held = await archivedSpan(path).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause)
    const hint = say('A server with P2P_ARCHIVE=on writes one to the folder archive of its data.')
    throw new CliError('failed', foreign(why), hint, { cause })
  })
  const fromMs = since === undefined ? held.fromMs : momentOf('--since', since, Date.now())
  const toMs = until === undefined ? held.toMs : momentOf('--until', until, Date.now())
  if (fromMs > toMs || fromMs > held.toMs || toMs < held.fromMs)
    throw new CliError(
      'noData',
      say('The archive has no data of that time.'),
      say('It covers {from} to {to}.', { from: isoOf(held.fromMs), to: isoOf(held.toMs) }),
    )
  return { fromMs, toMs }
}

export const isoOf = (ms: number): string => new Date(ms).toISOString()
