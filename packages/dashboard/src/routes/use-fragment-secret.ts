import { useServices } from '../services-context.js'

/** Secret from the URL's fragment, which the address bar no longer shows. Null if there is none. */
export function useFragmentSecret(): string | null {
  const { hash } = useServices().router.url
  return hash.length > 1 ? hash.slice(1) : null
}
