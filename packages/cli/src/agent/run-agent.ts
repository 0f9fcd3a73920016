import { setTimeout as delay } from 'node:timers/promises'
import { collectorHeaders, pollSeconds } from '@p2p-rates/contract'
import type { Exchange } from '@p2p-rates/core'
import { createPageReader } from '@p2p-rates/core/node'
import { ProxyAgent, fetch as undiciFetch } from 'undici'
import { type AgentSend, collectPages, createPageCollector } from './collect-pages.js'

export type AgentSettings = {
  readonly server: string
  readonly proxy: string | null
  readonly name: string
  readonly privateKey: Parameters<typeof collectPages>[0]['privateKey']
  /** Whom this machine may ask; what else a server wants is refused here. */
  readonly exchanges: readonly Exchange[]
  readonly exchangeUrls: ReadonlyMap<string, string>
  readonly exchangeProxies: Readonly<Record<string, string>>
}

/** Over real sockets: one poll with `once`, else until `stop`. Whether the server let it in. */
export async function runAgent(
  settings: AgentSettings,
  {
    once,
    stop,
    notifyOwner,
  }: { readonly once: boolean; readonly stop: AbortSignal; readonly notifyOwner: (words: string) => void },
): Promise<boolean> {
  const { server, proxy, name, privateKey, exchanges, exchangeUrls, exchangeProxies } = settings
  const reader = createPageReader({
    exchanges,
    baseUrls: Object.fromEntries(exchangeUrls),
    proxies: exchangeProxies,
    // With another address for every exchange, these are the user's own servers and need no pauses.
    ...(exchanges.every(({ id }) => exchangeUrls.has(id)) ? { pace: { minIntervalMs: 0 } } : {}),
  })
  const ports = {
    name,
    privateKey,
    reader,
    send: sendTo(server, proxy),
    elapsedMs: () => performance.now(),
    sleep: (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => {}),
    random: Math.random,
    notifyOwner: notifyOwner,
  }
  try {
    if (once) return ['page', 'nothing'].includes(await createPageCollector(ports)(stop))
    return await collectPages(ports, stop)
  } finally {
    await reader.close()
  }
}

function sendTo(server: string, proxy: string | null): AgentSend {
  const dispatcher = proxy === null ? undefined : new ProxyAgent(proxy)
  return async (method, path, headers, body, stop) => {
    const inTime = AbortSignal.timeout((pollSeconds + 15) * 1_000)
    const answer = await undiciFetch(`${server}${path}`, {
      method,
      headers,
      // A server that points elsewhere is not followed.
      redirect: 'manual',
      signal: stop === undefined ? inTime : AbortSignal.any([inTime, stop]),
      ...(body === undefined ? {} : { body }),
      ...(dispatcher === undefined ? {} : { dispatcher }),
    })
    const text = await beginningOf(answer.body)
    return { status: answer.status, nonce: answer.headers.get(collectorHeaders.nonce), text }
  }
}

/** No task and no refusal is longer; what a server says beyond it is not read. */
const mostReplyBytes = 16_384

async function beginningOf(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    parts.push(part)
    size += part.length
    if (size >= mostReplyBytes) break
  }
  return Buffer.concat(parts).subarray(0, mostReplyBytes).toString('utf8')
}
