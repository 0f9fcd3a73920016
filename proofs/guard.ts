import { createRandom, seedFor } from '@p2p-rates/core/internal'
import {
  allowedAddresses,
  createPostToReceiver,
  deniedAddresses,
  isPublicAddress,
  type Resolve,
  urlDefect,
} from '@p2p-rates/server/testing'
import { startReceiver } from '@p2p-rates/simulator'
import { hostileScript, playScript } from './guard/dns-resolver-scripts.js'
import { hostileUrlSpellings } from './guard/hostile-url-spellings.js'
import { openTrapServer, type TrapServer } from './guard/trap-server.js'
import type { Proof } from './proof.js'

export const guardProof: Proof = {
  name: 'guard',
  target: 'no spelling, name server or redirect leads a webhook to a private address; public addresses pass',
  run: async ({ seed, count, fast }) => {
    const scripts = count ?? (fast ? 300 : 10_000)
    const trap = await openTrapServer()
    try {
      const faults = [
        ...misjudgedAddresses(),
        ...(await trySpellings(trap)),
        ...(await tryScripts(trap, seed, scripts)),
        ...(await tryRedirects(trap)),
      ]
      const connections = trap.connections()
      const trapWorks = await springTrap(trap)
      if (connections > 0) faults.push(`${connections} connections reached the trap`)
      if (!trapWorks) faults.push('the trap catches no allowed request, so its silence proves nothing')
      return {
        breaches: faults,
        figure: `${hostileUrlSpellings.length} hostile spellings, ${scripts} resolver scripts, ${connections} connections`,
      }
    } finally {
      await trap.close()
    }
  },
}

const misjudgedAddresses = (): readonly string[] => [
  ...deniedAddresses.filter(isPublicAddress).map((address) => `${address} is taken for public`),
  ...allowedAddresses.filter((address) => !isPublicAddress(address)).map((address) => `${address} is refused`),
]

const toTrap: Resolve = async () => [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** Try each spelling at registration, and again as if registration had accepted it. */
const trySpellings = async (trap: TrapServer): Promise<readonly string[]> => {
  const post = createPostToReceiver({ resolve: toTrap, allowPrivate: false, connectMs: 200, totalMs: 500 })
  const faults: string[] = []
  for (const spelling of hostileUrlSpellings) {
    const text = spelling.replaceAll('PORT', String(trap.port))
    if (urlDefect(text, { allowPrivate: false }) === null) faults.push(`${JSON.stringify(text)} may be registered`)
    if (!URL.canParse(text)) continue
    const { fault } = await post(new URL(text), {}, '{}')
    if (fault !== 'no_public_address') faults.push(`${JSON.stringify(text)} was dialled: ${fault}`)
  }
  return faults
}

const tryScripts = async (trap: TrapServer, seed: number, count: number): Promise<readonly string[]> => {
  const faults: string[] = []
  const url = new URL(`https://hooks.example.com:${trap.port}/`)
  const tryScript = async (number: number) => {
    const script = hostileScript(createRandom(seedFor(seed, 'resolver', number)))
    const names = playScript(script)
    const post = createPostToReceiver({ resolve: names.resolve, allowPrivate: false, connectMs: 30, totalMs: 200 })
    for (let attempt = 1; attempt <= script.length + 1; attempt++) {
      await post(url, {}, '{}')
      if (names.asked() !== attempt) faults.push(`script ${number}: ${names.asked()} questions in ${attempt} attempts`)
    }
  }
  for (let first = 0; first < count; first += parallel)
    await Promise.all(Array.from({ length: Math.min(parallel, count - first) }, (_, index) => tryScript(first + index)))
  return faults
}

const parallel = 50

const redirects = [301, 302, 303, 307, 308] as const

const tryRedirects = async (trap: TrapServer): Promise<readonly string[]> => {
  const receiver = await startReceiver()
  const post = createPostToReceiver({ resolve: toTrap, allowPrivate: true })
  const faults: string[] = []
  for (const status of redirects)
    for (const location of [`http://127.0.0.1:${trap.port}/`, `//[::1]:${trap.port}/`]) {
      receiver.scriptReplies({ status, headers: { Location: location } })
      const outcome = await post(new URL(receiver.url), {}, '{}')
      if (outcome.status !== status) faults.push(`a redirect ${status} ended as ${outcome.status ?? outcome.fault}`)
    }
  await receiver.close()
  return faults
}

/** The same sender, allowed to: it must get through, or nothing above means anything. */
const springTrap = async (trap: TrapServer): Promise<boolean> => {
  const before = trap.connections()
  const post = createPostToReceiver({ resolve: toTrap, allowPrivate: true, connectMs: 200, totalMs: 300 })
  await post(new URL(`http://hooks.example.com:${trap.port}/`), {}, '{}')
  return trap.connections() > before
}
