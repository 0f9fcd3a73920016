import type { WireRequest } from '../exchanges/define-exchange.js'

/** The texts of a request as they are sent, which is also what a signature covers. */

export function queryText({ query = {} }: WireRequest): string {
  const parts = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) parts.append(name, String(value))
  return parts.toString()
}

export const bodyText = ({ text, body }: WireRequest): string | null =>
  text ?? (body === undefined ? null : JSON.stringify(body))
