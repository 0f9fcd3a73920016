/**
 * Subset of `Headers` and `Response` that the SDK uses. Node's own load with its whole fetch, which takes longer than
 * the rest of a command.
 */

export class LightHeaders implements Iterable<[string, string]> {
  readonly #values = new Map<string, string>()

  constructor(entries: Iterable<readonly [string, string]> | Readonly<Record<string, string>> = []) {
    for (const [name, value] of Symbol.iterator in entries ? entries : Object.entries(entries)) this.append(name, value)
  }

  append(name: string, value: string): void {
    const before = this.#values.get(name.toLowerCase())
    this.#values.set(name.toLowerCase(), before === undefined ? value : `${before}, ${value}`)
  }

  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), value)
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null
  }

  [Symbol.iterator](): Iterator<[string, string]> {
    return this.#values.entries()
  }
}

/** As the SDK takes it, which uses no more of it than this. */
export const lightHeadersForSdk = LightHeaders as unknown as typeof Headers

type Facts = { readonly status: number; readonly statusText: string; readonly headers: LightHeaders }

/** The body is read piece by piece, so that its reader can stop where it has no end. */
export function lightResponse({ status, statusText, headers }: Facts, chunks: AsyncIterable<Uint8Array>): Response {
  const response = {
    ok: status >= 200 && status < 300,
    status,
    statusText,
    headers,
    body: { getReader: () => lightReader(chunks) },
  }
  return response as unknown as Response
}

function lightReader(chunks: AsyncIterable<Uint8Array>) {
  const iterator = chunks[Symbol.asyncIterator]()
  return {
    read: () => iterator.next(),
    cancel: async () => void (await iterator.return?.()),
  }
}
