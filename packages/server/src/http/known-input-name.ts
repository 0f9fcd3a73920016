import { type Endpoint, type ErrorResponse, requestHeaders } from '@p2p-rates/contract'

const headerNames: readonly string[] = Object.values(requestHeaders).map(({ name }) => name)

/**
 * Returns the invalid parameter if the endpoint defines it. Any other name is the client's text, perhaps a misplaced
 * key.
 */
export function knownInputName(
  { params, query, body }: Endpoint,
  { param }: Pick<ErrorResponse, 'param'>,
): string | null {
  if (param === undefined) return null
  const isOurs = [params, query, body ?? {}].some((inputs) => Object.hasOwn(inputs, param))
  return isOurs || headerNames.includes(param) ? param : null
}
