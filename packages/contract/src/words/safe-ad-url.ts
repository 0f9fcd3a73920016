/** Hosts of pages by exchange, `<id>.com` if undefined. An exchange that it lacks has no links. */
export type LinkHosts = ReadonlyMap<string, readonly string[] | undefined>

/** Address of an ad, if it is on the exchange that the ad names. Addresses are untrusted. */
export function safeAdUrl(exchange: string, url: string | null | undefined, hosts: LinkHosts): string | null {
  if (url == null || !hosts.has(exchange) || !URL.canParse(url)) return null
  const { protocol, hostname, port, username, password, href } = new URL(url)
  const sites = hosts.get(exchange) ?? [`${exchange}.com`]
  const isItsHost = sites.some((site) => hostname === site || hostname.endsWith(`.${site}`))
  return protocol === 'https:' && isItsHost && port === '' && username === '' && password === '' ? href : null
}
