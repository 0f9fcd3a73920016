/** Proxies may ask for a whole address. Only what follows the host is ours to read; nothing tries to make sense of the rest. */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const hostAt = target.indexOf('://')
  if (hostAt < 0) return `/${target}`
  const pathAt = target.indexOf('/', hostAt + 3)
  return pathAt < 0 ? '/' : target.slice(pathAt)
}
