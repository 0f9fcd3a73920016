import { type Endpoint, type ErrorResponse, requestHeaders } from '@p2p-rates/contract'

const headerNames: readonly string[] = Object.values(requestHeaders).map(({ name }) => name)

/** The input that was wrong, where it is the endpoint's own. Any other name is the caller's text, perhaps a key in the wrong place. */
export function wrongInput({ params, query, body }: Endpoint, { param }: Pick<ErrorResponse, 'param'>): string | null {
  if (param === undefined) return null
  const isOurs = [params, query, body ?? {}].some((inputs) => Object.hasOwn(inputs, param))
  return isOurs || headerNames.includes(param) ? param : null
}
