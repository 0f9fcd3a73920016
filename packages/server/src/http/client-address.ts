import type { IncomingMessage } from 'node:http'

/** Whose address a request counts under: the socket's, or the entry that the outermost trusted proxy wrote. */
export const createAddressOf =
  (proxyHops: number) =>
  (request: IncomingMessage): string => {
    const direct = request.socket.remoteAddress ?? 'unknown'
    if (proxyHops === 0) return direct
    const forwarded = String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
    return forwarded[forwarded.length - proxyHops] ?? direct
  }
