/** A variable of the process, where there is a process: browsers and some edges have none. */
export function readEnvironment(name: string): string | undefined {
  try {
    return globalThis.process?.env?.[name]?.trim() || undefined
  } catch {
    // Deno asks its user and throws when refused.
    return undefined
  }
}

/** Who asks, for the User-Agent; `null` in a browser, which says it itself. */
export function runtimeName(): string | null {
  const { navigator } = globalThis as { readonly navigator?: { readonly userAgent?: string } }
  const agent = navigator?.userAgent ?? ''
  const known = /^(Node\.js|Deno|Bun|Cloudflare-Workers)(\/[\w.-]+)?/.exec(agent)?.[0]
  const node = globalThis.process?.versions?.node
  return known ?? (node === undefined ? null : `Node.js/${node}`)
}
