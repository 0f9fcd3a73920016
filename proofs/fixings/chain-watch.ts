import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Store } from '@p2p-rates/server'
import { startOwnProcess } from '../harness/own-process.js'
import { linkName } from './fixing-days.js'

export type Link = {
  readonly fiat: string
  readonly number: number
  readonly day: string
  readonly content: string
  readonly digest: string
}

export function createChainWatch(expected: ReadonlyMap<string, number | null>) {
  const seen = new Map<string, string>()
  const breaches: string[] = []
  const breach = (text: string) => void breaches.push(text)

  const checkLink = (link: Link, before: Link | undefined): void => {
    const name = `${link.fiat} ${link.number}`
    const text = JSON.stringify([link.day, link.content, link.digest])
    if (seen.has(name) && seen.get(name) !== text) breach(`${name} has changed: ${seen.get(name)} became ${text}`)
    seen.set(name, text)
    const content = JSON.parse(link.content) as Record<string, unknown>
    const canonical = JSON.stringify(
      Object.fromEntries(Object.entries(content).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    )
    if (canonical !== link.content) breach(`${name} is not canonical`)
    if (createHash('sha256').update(link.content).digest('hex') !== link.digest) breach(`${name} has a wrong digest`)
    if (link.number !== (before?.number ?? 0) + 1) breach(`${name} comes after number ${before?.number}`)
    if (content.previous_digest !== (before?.digest ?? null)) breach(`${name} is not behind the one before it`)
    const value = expected.get(linkName(link.fiat, link.day))
    if (content.value !== value) breach(`${name} of ${link.day} is ${content.value}, not ${value}`)
  }

  const checkLinks = (links: readonly Link[]): void => {
    for (const [at, link] of links.entries()) checkLink(link, links[at - 1])
    const days = links.map(({ fiat, day }) => linkName(fiat, day))
    if (new Set(days).size !== days.length) breach(`a day of ${links[0]?.fiat} is fixed twice`)
    const known = [...seen.keys()].filter((name) => name.startsWith(`${links[0]?.fiat} `)).length
    if (links.length > 0 && known > links.length) breach(`${links[0]?.fiat}: ${known - links.length} links are lost`)
  }

  return {
    breaches,
    get links() {
      return seen.size
    },
    /** Checks the stored fixings of these currencies. Returns those that are missing. */
    checkStored: async (store: Pick<Store, 'fixings'>, fiats: readonly string[]): Promise<readonly string[]> => {
      const missing: string[] = []
      for (const fiat of fiats) {
        const links = await store.fixings.readFixings(fiat, '2000-01-01', '2999-12-31')
        checkLinks(links)
        const fixed = new Set(links.map((link) => linkName(link.fiat, link.day)))
        missing.push(...[...expected.keys()].filter((name) => name.startsWith(`${fiat} `) && !fixed.has(name)))
      }
      return missing
    },
  }
}

const program = fileURLToPath(new URL('../../packages/cli/bin/p2p.mjs', import.meta.url))

/** Runs `--verify` over the whole chain and `--recompute` over these days, as any user can. Returns complaints. */
export async function verifyFixingsAsUser(
  url: string,
  key: string,
  fiat: string,
  [since, until]: readonly [since: string, until: string],
): Promise<readonly string[]> {
  const complaints: string[] = []
  for (const check of [['--verify'], ['--recompute', '--since', since, '--until', until]]) {
    const words = ['index', 'days', fiat, ...check]
    const said = await complaintOf([...words, '--json', '--server', url, '--key', key, '--proxy', 'none'])
    if (said !== null) complaints.push(`p2p ${words.join(' ')}: ${said}`)
  }
  return complaints
}

/** Null if the program ends with 0, else its output. */
async function complaintOf(words: readonly string[]): Promise<string | null> {
  const env = { PATH: process.env.PATH, HOME: '/nonexistent' }
  const { exit, output } = startOwnProcess([process.execPath, program, ...words], { env })
  return (await exit).code === 0 ? null : output()
}
