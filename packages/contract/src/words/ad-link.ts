/** The address of an ad, if it lies on the exchange that the ad names. Addresses come from strangers. */
export function adLink(exchange: string, url: string | null | undefined, exchanges: readonly string[]): string | null {
  if (url == null || !exchanges.includes(exchange) || !URL.canParse(url)) return null
  const { protocol, hostname, port, username, password, href } = new URL(url)
  const site = `${exchange}.com`
  const isItsHost = hostname === site || hostname.endsWith(`.${site}`)
  return protocol === 'https:' && isItsHost && port === '' && username === '' && password === '' ? href : null
}
