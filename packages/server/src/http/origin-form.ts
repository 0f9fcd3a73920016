export function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const hostAt = target.indexOf('://')
  if (hostAt < 0) return `/${target}`
  const pathAt = target.indexOf('/', hostAt + 3)
  return pathAt < 0 ? '/' : target.slice(pathAt)
}
