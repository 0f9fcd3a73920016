import { P2P } from '@p2p-rates/sdk'
import { version } from '../contents.js'
import { useLightHeaders } from './light-web.js'
import { nodeFetch } from './node-fetch.js'
import type { Source } from './source.js'

/** A server, through its API. */
export function openServerSource(server: string, key: string | null): Source {
  useLightHeaders()
  const p2p = new P2P({
    baseUrl: server,
    apiKey: key,
    fetch: nodeFetch,
    appInfo: { name: 'p2p-cli', version },
    // Somebody sits and waits: a longer pause is for them to decide.
    maxRetryDelay: 3_000,
    // What went wrong is said once, at the end.
    logLevel: 'off',
  })
  return { p2p, server, close: async () => {} }
}
