import { P2P } from '@p2p-rates/sdk'
import { nameExchangesOf } from '../exchange-names.js'
import { version } from '../help-page.js'
import { proxyFor } from '../settings/proxies.js'
import type { Settings } from '../settings/settings.js'
import { lightHeadersForSdk } from './light-headers-and-response.js'
import { nodeFetch } from './node-fetch.js'
import type { Source } from './source.js'

/** Longer than a server needs, shorter than a person waits. */
export const usualServerPatienceMs = 15_000

export function openServerSource(
  server: string,
  key: string | null,
  { proxies, timeoutMs, me }: Pick<Settings, 'proxies' | 'timeoutMs' | 'me'>,
): Source {
  const proxy = URL.canParse(server) ? proxyFor(proxies, 'server', server) : null
  const send: typeof nodeFetch = proxy === null ? nodeFetch : (url, init) => throughProxy(proxy, url, init)
  const p2p = new P2P({
    baseUrl: server,
    apiKey: key,
    Headers: lightHeadersForSdk,
    fetch: async (url, init) => {
      const response = await send(url.replace(toolsInInterface, '/mcp'), init)
      nameExchangesOf(response.headers.get('X-Exchange-Names'))
      return response
    },
    appInfo: { name: 'p2p-cli', version },
    timeout: timeoutMs ?? usualServerPatienceMs,
    me,
    // A person is waiting and decides about longer pauses.
    maxRetryDelay: 3_000,
    // The command prints the error once, at the end.
    logLevel: 'off',
  })
  return { p2p, server, close: async () => {} }
}

/** The server has its tools next to the API, but the SDK asks only below the API's path. */
const toolsInInterface = /\/api\/v1\/mcp(?=$|\?)/

/** The fetch that goes through proxies is large, and loaded only for them. */
async function throughProxy(proxy: string, url: string, init: RequestInit): Promise<Response> {
  const { createProxiedFetch } = await import('./proxied-fetch.js')
  return createProxiedFetch(proxy)(url, init)
}
