import { useServices } from '../services.js'

/** What stood after the # of a page that takes a secret. The address bar has lost it already. */
export function useSecret(): string | null {
  const { hash } = useServices().router.url
  return hash.length > 1 ? hash.slice(1) : null
}
