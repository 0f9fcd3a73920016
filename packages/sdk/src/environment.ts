/** A variable of the process. Browsers and some edge runtimes have none. */
export function readEnvironment(name: string): string | undefined {
  try {
    return globalThis.process?.env?.[name]?.trim() || undefined
  } catch {
    // Deno asks its user, and throws when the user refuses.
    return undefined
  }
}

/** The runtime, for the User-Agent; `null` in a browser, which sends its own. */
export function runtimeName(): string | null {
  const { navigator } = globalThis as { readonly navigator?: { readonly userAgent?: string } }
  const agent = navigator?.userAgent ?? ''
  const known = /^(Node\.js|Deno|Bun|Cloudflare-Workers)(\/[\w.-]+)?/.exec(agent)?.[0]
  const node = globalThis.process?.versions?.node
  return known ?? (node === undefined ? null : `Node.js/${node}`)
}
