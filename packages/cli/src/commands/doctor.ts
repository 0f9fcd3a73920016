import type { Source as PriceSource } from '@p2p-rates/sdk'
import type { Cli } from '../cli.js'
import { toCliError } from '../cli-error.js'
import { exchangeName } from '../exchange-names.js'
import { offerToRemember } from '../offer-to-remember.js'
import { fiatArgument, fiatOption } from '../options.js'
import { grouped } from '../render/numbers.js'
import { paragraph } from '../render/paragraph.js'
import { type Style, tableOf } from '../render/table.js'
import type { Report } from '../report.js'
import type { Settings } from '../settings/settings.js'
import { openServerSource } from '../source/server-source.js'
import { chosenFiat } from './chosen-fiat.js'
import type { CommandFactory } from './command.js'

type Finding = {
  readonly what: string
  /** The exchange, where the check concerns one. */
  readonly id?: string
  readonly wire?: 'open' | 'signed'
  readonly state: 'ok' | 'warning' | 'failed'
  readonly says: string
  readonly advice: string | null
}

export const define: CommandFactory = (command, cli) =>
  command
    .addArgument(fiatArgument())
    .addOption(fiatOption())
    .action(async (word: PriceSource['fiat'] | undefined, { fiat }: { fiat?: PriceSource['fiat'] }) => {
      const settings = await cli.settings()
      const findings = [
        lookAtNode(process.versions.node),
        ...(await lookAtServer(settings)),
        ...(await lookAtExchanges(
          cli,
          settings,
          (await chosenFiat(cli, fiat === undefined ? {} : { fiat }, word)).fiat ?? 'UAH',
        )),
      ]
      cli.print(findingsReport(findings.map(cli.read)))
      await offerToRemember(cli, new Set(findings.flatMap(({ id, state }) => (state === 'failed' ? [] : (id ?? [])))))
      if (findings.some(({ state }) => state === 'failed')) cli.exitWith(1)
    })

function lookAtNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isEnough = major > 20 || (major === 20 && minor >= 19)
  return {
    what: 'Node.js',
    state: isEnough ? 'ok' : 'failed',
    says: version,
    advice: isEnough ? null : 'Install Node.js 20.19 or newer.',
  }
}

async function lookAtServer(settings: Settings): Promise<Finding[]> {
  const { server, key } = settings
  if (server === null)
    return [{ what: 'server', state: 'ok', says: 'none set; exchanges are read directly', advice: null }]
  try {
    const { plan, used_this_month: used, monthly_quota: quota } = await openServerSource(server, key, settings).p2p.me()
    const isNearlyUsedUp = used > quota * 0.9
    return [
      {
        what: 'server',
        state: isNearlyUsedUp ? 'warning' : 'ok',
        says: `${server}, plan ${plan}, ${grouped(used)} of ${grouped(quota)} requests used`,
        advice: isNearlyUsedUp ? 'The quota is nearly used up: send fewer requests, or ask for a higher plan.' : null,
      },
    ]
  } catch (error) {
    const { message, hint } = toCliError(error)
    const isDoctorsHint = hint?.includes('p2p doctor') === true
    return [
      {
        what: 'server',
        state: 'failed',
        says: `${server}: ${message}`,
        advice: isDoctorsHint ? 'Check the address and that the server runs. --direct works without a server.' : hint,
      },
    ]
  }
}

/** Asks from this machine, even with a server, because this machine may be blocked. */
async function lookAtExchanges({ terminal }: Cli, settings: Settings, fiat: string): Promise<Finding[]> {
  const { keysIn, openDirectSource } = await import('../source/direct-source.js')
  const keys = keysIn(settings.exchangeKeysFile)
  const progress = terminal.progress()
  const direct = openDirectSource(settings)
  try {
    progress.tell('reading the exchanges')
    const { sources } = await direct.p2p.sources({ fiat })
    return sources.map((source) => throughWire(exchangeFinding(source), keys))
  } finally {
    progress.end()
    await direct.close()
  }
}

function throughWire(finding: Finding, keys: { has(id: string): boolean } | undefined): Finding {
  const wire = keys?.has(finding.id ?? '') === true ? 'signed' : 'open'
  const says = keys === undefined ? finding.says : `${finding.says.replace(/\.$/, '')} (${wiresInWords[wire]})`
  return { ...finding, wire, says, advice: wire === 'signed' ? keyAdvice(finding) : finding.advice }
}

/** With a key, a block may be due to the key: the exchange or this program rejects it. */
function keyAdvice({ says, advice }: Finding): string | null {
  if (says.includes('may do more than read')) return 'Replace this key with one that can only read.'
  if (advice?.startsWith('The exchange blocks') !== true) return advice
  return 'The key or this address is rejected: check the permissions, allowed addresses and expiry of the key, and the clock of this machine.'
}

const wiresInWords = { open: 'public API', signed: 'official API, with your key' }

function exchangeFinding({ exchange, fiat, state, reason, ads, trusted_ads, last_error: fault }: PriceSource): Finding {
  const who = { what: exchangeName(exchange), id: exchange }
  if (state === 'live') {
    const partly = reason === null ? '' : `; one side is missing: ${reason}`
    return {
      ...who,
      state: reason === null ? 'ok' : 'warning',
      says: `${ads} ads for ${fiat}, ${trusted_ads} trusted${partly}`,
      advice: null,
    }
  }
  if (state === 'unsupported') return { ...who, state: 'ok', says: `does not trade ${fiat}`, advice: null }
  if (state === 'empty') return { ...who, state: 'warning', says: `has no ads for ${fiat}`, advice: null }
  return { ...who, state: 'failed', says: reason ?? state, advice: adviceFor(fault?.kind ?? '') }
}

function adviceFor(kind: string): string {
  const proxy = 'use a proxy elsewhere (--proxy id=http://host:port)'
  switch (kind) {
    case 'blocked':
      return `The exchange blocks this address or country: ${proxy}, use a server elsewhere, or run p2p agent on a machine that it does not block.`
    case 'rate_limited':
      return 'Too many requests from here: wait some minutes.'
    case 'dns':
      return 'The host name could not be found. Check your connection and DNS; a filter may be blocking it.'
    case 'tls':
      return 'The connection is intercepted, or the clock of this machine is wrong: check both.'
    case 'timeout':
      return `Check the network and the firewall, wait longer (--timeout 20), or ${proxy}.`
    case 'network':
      return `Check the network and the firewall, or ${proxy}.`
    case 'schema_drift':
    case 'bad_response':
      return 'The exchange changed its answers: install a newer version of this tool.'
    default:
      return 'The exchange has a problem: try again later.'
  }
}

const styles: Record<Finding['state'], Style | null> = { ok: 'good', warning: null, failed: 'bad' }

const findingsReport = (findings: readonly Finding[]): Report => ({
  answer: { findings },
  records: findings,
  table: tableOf(findings, [
    { name: 'what', heading: ' ', value: ({ what }) => what },
    { name: 'state', heading: 'status', value: ({ state }) => state, style: ({ state }) => styles[state] },
    { name: 'says', heading: ' ', wraps: true, value: ({ says }) => says },
    { name: 'wire', hidden: true, value: ({ wire }) => wire ?? null },
    { name: 'advice', hidden: true, value: ({ advice }) => advice },
  ]),
  footer: ({ width }) => advices(findings).flatMap((advice) => paragraph(advice, width)),
})

function advices(findings: readonly Finding[]): string[] {
  const whoByAdvice = new Map<string, string[]>()
  for (const { what, advice } of findings)
    if (advice !== null) whoByAdvice.set(advice, [...(whoByAdvice.get(advice) ?? []), what])
  return [...whoByAdvice].map(([advice, who]) => `${who.join(', ')}: ${advice}`)
}
