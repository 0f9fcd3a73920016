import type { Source as PriceSource } from '@p2p-rates/sdk'
import type { Cli } from '../cli.js'
import { toCliError } from '../cli-error.js'
import { exchangeName } from '../exchange-names.js'
import { chosenFiat } from '../input/chosen-fiat.js'
import { fiatArgument, fiatOption } from '../input/options.js'
import { offerToSaveSettings } from '../offer-to-save-settings.js'
import { grouped } from '../render/numbers.js'
import { type ColumnOf, type Style, tableOf } from '../render/table.js'
import type { Report } from '../report.js'
import type { Settings } from '../settings/settings.js'
import { openServerSource } from '../source/server-source.js'
import { foreign, inEnglish, say, shownAs } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

type Facts = {
  /** The exchange, where the check concerns one. */
  readonly id?: string
  readonly wire?: 'open' | 'signed'
  readonly state: 'ok' | 'warning' | 'failed'
}
type Words = { readonly what: string; readonly says: string; readonly advice: string | null }
/** Programs read the words in English, people in their language. */
type Finding = Facts & { readonly words: () => Words }
type FindingInWords = Facts & Words

export const define: CommandFactory = (command, cli) =>
  command
    .addArgument(fiatArgument())
    .addOption(fiatOption())
    .action(async (word: PriceSource['fiat'] | undefined, { fiat }: { fiat?: PriceSource['fiat'] }) => {
      const settings = await cli.settings()
      const findings = [
        checkNode(process.versions.node),
        ...(await checkServer(settings)),
        ...(await checkExchanges(cli, settings, (await chosenFiat(cli, { fiat }, word)).fiat ?? 'UAH')),
      ]
      cli.printReport(findingsReport(findings, cli))
      await offerToSaveSettings(
        cli,
        new Set(findings.flatMap(({ id, state }) => (state === 'failed' ? [] : (id ?? [])))),
      )
      if (findings.some(({ state }) => state === 'failed')) cli.setExitCode(1)
    })

function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isEnough = major > 20 || (major === 20 && minor >= 19)
  return {
    state: isEnough ? 'ok' : 'failed',
    words: () => ({
      what: 'Node.js',
      says: version,
      advice: isEnough ? null : say('Install Node.js 20.19 or newer.'),
    }),
  }
}

async function checkServer(settings: Settings): Promise<Finding[]> {
  const { server, key } = settings
  if (server === null)
    return [
      {
        state: 'ok',
        words: () => ({ what: say('server'), says: say('none set; exchanges are read directly'), advice: null }),
      },
    ]
  try {
    const { plan, used_this_month: used, monthly_quota: quota } = await openServerSource(server, key, settings).p2p.me()
    const isNearlyUsedUp = used > quota * 0.9
    return [
      {
        state: isNearlyUsedUp ? 'warning' : 'ok',
        words: () => ({
          what: say('server'),
          says: say('{server}, plan {plan}, {used} of {quota} requests used', {
            server,
            plan,
            used: grouped(used),
            quota: grouped(quota),
          }),
          advice: isNearlyUsedUp
            ? say('The quota is nearly used up: send fewer requests, or ask for a higher plan.')
            : null,
        }),
      },
    ]
  } catch (error) {
    const words = (): Words => {
      const { message, hint } = toCliError(error)
      const isDoctorsHint = hint?.includes('p2p doctor') === true
      return {
        what: say('server'),
        says: `${server}: ${message}`,
        advice: isDoctorsHint
          ? say('Check the address and that the server runs. --direct works without a server.')
          : hint,
      }
    }
    return [{ state: 'failed', words }]
  }
}

/** Asks from this machine, even with a server, because this machine may be blocked. */
async function checkExchanges({ terminal, exchanges }: Cli, settings: Settings, fiat: string): Promise<Finding[]> {
  const { keysIn, openDirectSource } = await import('../source/direct-source.js')
  const known = await exchanges()
  const keys = keysIn(settings.exchangeKeysFile, known)
  const progress = terminal.progress()
  const direct = openDirectSource(settings, known)
  try {
    progress.showProgress(say('reading the exchanges'))
    const { sources } = await direct.p2p.sources({ fiat })
    return sources.map((source) => toExchangeFinding(source, keys))
  } finally {
    progress.endProgress()
    await direct.close()
  }
}

function toExchangeFinding(source: PriceSource, keys: { has(id: string): boolean } | undefined): Finding {
  const wire = keys?.has(source.exchange) === true ? 'signed' : 'open'
  const words = (): Words => {
    const says = sourceResult(source)
    return {
      what: exchangeName(source.exchange),
      says: keys === undefined ? says : `${says.replace(/\.$/, '')} (${wireInWords(wire)})`,
      advice: adviceOn(source, wire),
    }
  }
  return { id: source.exchange, wire, state: stateOf(source), words }
}

const wireInWords = (wire: 'open' | 'signed'): string =>
  wire === 'open' ? say('public API') : say('official API, with your key')

function stateOf({ state, reason }: PriceSource): Finding['state'] {
  if (state === 'unsupported' || (state === 'live' && reason === null)) return 'ok'
  return state === 'live' || state === 'empty' ? 'warning' : 'failed'
}

function sourceResult({ fiat, state, reason, ads, trusted_ads: trusted, last_error: fault }: PriceSource): string {
  const why = reason === null ? null : foreign(reason, `cause.${fault?.kind}`)
  if (state === 'unsupported') return say('does not trade {fiat}', { fiat })
  if (state === 'empty') return say('has no ads for {fiat}', { fiat })
  if (state !== 'live') return why ?? state
  return why === null
    ? say('{ads} ads for {fiat}, {trusted} trusted', { ads, fiat, trusted })
    : say('{ads} ads for {fiat}, {trusted} trusted; some ads are missing: {why}', { ads, fiat, trusted, why })
}

/** With a key, a block may be due to the key: the exchange or this program rejects it. */
function adviceOn(source: PriceSource, wire: 'open' | 'signed'): string | null {
  const kind = source.last_error?.kind ?? ''
  if (wire === 'signed' && source.reason?.includes('may do more than read') === true)
    return say('Replace this key with one that can only read.')
  if (stateOf(source) !== 'failed') return null
  if (wire === 'open' || kind !== 'blocked') return adviceFor(kind)
  return say(
    'The key or this address is rejected: check the permissions, allowed addresses and expiry of the key, and the clock of this machine.',
  )
}

function adviceFor(kind: string): string {
  switch (kind) {
    case 'blocked':
      return say(
        'The exchange blocks this address or country: use a proxy elsewhere (--proxy id=http://host:port), use a server elsewhere, or run p2p agent on a machine that it does not block.',
      )
    case 'rate_limited':
      return say('Too many requests from here: wait some minutes.')
    case 'dns':
      return say('The host name could not be found. Check your connection and DNS; a filter may be blocking it.')
    case 'tls':
      return say('The connection is intercepted, or the clock of this machine is wrong: check both.')
    case 'timeout':
      return say(
        'Check the network and the firewall, wait longer (--timeout 20), or use a proxy elsewhere (--proxy id=http://host:port).',
      )
    case 'network':
      return say('Check the network and the firewall, or use a proxy elsewhere (--proxy id=http://host:port).')
    case 'schema_drift':
    case 'bad_response':
      return say(
        'The exchange changed its answers: install a newer version of this tool, or report it with p2p record.',
      )
    default:
      return say('The exchange has a problem: try again later.')
  }
}

const styles: Record<Finding['state'], Style | null> = { ok: 'good', warning: null, failed: 'bad' }

function findingsReport(findings: readonly Finding[], { safeToPrint }: Pick<Cli, 'safeToPrint'>): Report {
  const findingsInWords = (): readonly FindingInWords[] =>
    findings.map(({ words, id, wire, state }) => {
      const { what, says, advice } = words()
      return safeToPrint({ what, ...(id && { id }), ...(wire && { wire }), state, says, advice })
    })
  const [records, seen] = [inEnglish(findingsInWords), findingsInWords()]
  return {
    answer: { findings: records },
    records,
    table: tableOf(records, columns),
    peopleTable: tableOf(seen, columns),
    notes: () => advices(seen),
  }
}

const stateInWords = shownAs(() => ({ ok: say('ok'), warning: say('warning'), failed: say('failed') }))

const columns: readonly ColumnOf<FindingInWords>[] = [
  { name: 'what', heading: ' ' },
  { name: 'state', heading: 'status', style: ({ state }) => styles[state], shown: stateInWords },
  { name: 'says', heading: ' ', wraps: true },
  { name: 'wire', hidden: true, value: ({ wire }) => wire ?? null },
  { name: 'advice', hidden: true },
]

function advices(findings: readonly FindingInWords[]): string[] {
  const whoByAdvice = new Map<string, string[]>()
  for (const { what, advice } of findings)
    if (advice !== null) whoByAdvice.set(advice, [...(whoByAdvice.get(advice) ?? []), what])
  return [...whoByAdvice].map(([advice, who]) => `${who.join(', ')}: ${advice}`)
}
