import { ProxyAgent, fetch as undiciFetch } from 'undici'
import { LightHeaders } from './light-headers-and-response.js'

/** One agent per proxy, so that connections are used again. */
const agents = new Map<string, ProxyAgent>()

export function createProxiedFetch(proxy: string): (url: string, init: RequestInit) => Promise<Response> {
  const dispatcher = agents.get(proxy) ?? new ProxyAgent(proxy)
  agents.set(proxy, dispatcher)
  return async (url, init) => {
    const headers = Object.fromEntries(new LightHeaders(init.headers as Record<string, string>))
    const { method = 'GET', body, signal, redirect } = init
    const answer = await undiciFetch(url, {
      method,
      headers,
      dispatcher,
      ...(typeof body === 'string' ? { body } : {}),
      ...(signal ? { signal } : {}),
      ...(redirect === undefined ? {} : { redirect }),
    })
    return answer as unknown as Response
  }
}
