/** Kind of a URL change. A choice adds a history entry; typing and corrections replace the current one. */
export type UrlChange = 'choice' | 'correction'

export type Router = {
  readonly url: URL
  hasPage(address: string): boolean
  navigate(address: string, change?: UrlChange): void
  /** Called after each change; `moved` when another page or thing is shown, not only another view of it. */
  subscribe(told: (moved: boolean) => void): () => void
  restoreScroll(): void
  /** Load the next page from the server, because data such as the account are outdated. */
  reloadOnNextNavigation(): void
  detachRouter(): void
}

type ScrollState = { readonly scroll?: number }

/**
 * The address bar as state. Links within these pages are followed without loading a document. `placeAt` returns the
 * page and thing of an address, null if the address is none of these pages; `/` and `/market/UAH` are the same place.
 * If `hasSecret` is true, the text after `#` is a secret: the page keeps it, the bar loses it at once.
 */
export function createRouter(
  window: Window & typeof globalThis,
  pageKeyOf: (url: URL) => string | null,
  hasSecret: (url: URL) => boolean = () => false,
): Router {
  const { history, location, document } = window
  const listeners = new Set<(moved: boolean) => void>()
  let url = new URL(location.href)
  let mustReload = false
  let wantedScroll: number | null = (history.state as ScrollState | null)?.scroll ?? null
  history.scrollRestoration = 'manual'

  function withoutSecret(address: URL): URL {
    const plain = new URL(address)
    if (hasSecret(address)) plain.hash = ''
    return plain
  }

  const hideSecret = () => {
    if (withoutSecret(url).href !== url.href) history.replaceState(history.state, '', withoutSecret(url))
  }
  hideSecret()

  const isOtherPage = (next: URL): boolean => pageKeyOf(next) !== pageKeyOf(url)
  const rememberScroll = () => history.replaceState({ scroll: window.scrollY } satisfies ScrollState, '')

  function show(next: URL, scroll: number | null): void {
    const moved = isOtherPage(next)
    url = next
    wantedScroll = scroll
    for (const listener of listeners) listener(moved)
  }

  function navigate(address: string, change: UrlChange = 'choice'): void {
    const next = new URL(address, url)
    if (next.href === url.href) return
    if (mustReload && isOtherPage(next)) {
      location.assign(next)
      return
    }
    if (change === 'correction') history.replaceState(history.state, '', withoutSecret(next))
    else {
      rememberScroll()
      history.pushState({} satisfies ScrollState, '', withoutSecret(next))
    }
    show(next, change === 'choice' && isOtherPage(next) ? 0 : null)
  }

  function onPop(event: PopStateEvent): void {
    const next = new URL(location.href)
    // A place within the page is no secret, and takes none away.
    if (hasSecret(next) && document.getElementById(next.hash.slice(1)) !== null)
      next.hash = next.pathname === url.pathname ? url.hash : ''
    show(next, (event.state as ScrollState | null)?.scroll ?? 0)
    hideSecret()
  }

  function onClick(event: MouseEvent): void {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const link = event.target instanceof window.Element ? event.target.closest('a') : null
    if (link === null || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return
    const next = new URL(link.href)
    // A place within this page is the browser's own business.
    if (pageKeyOf(next) === null || (next.hash !== '' && next.pathname === url.pathname)) return
    event.preventDefault()
    navigate(next.href)
  }

  window.addEventListener('popstate', onPop)
  window.addEventListener('pagehide', rememberScroll)
  document.addEventListener('click', onClick)

  return {
    get url() {
      return url
    },
    hasPage: (address) => pageKeyOf(new URL(address, url)) !== null,
    navigate,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reloadOnNextNavigation: () => {
      mustReload = true
    },
    restoreScroll: () => {
      if (wantedScroll !== null) window.scrollTo(0, wantedScroll)
      wantedScroll = null
    },
    detachRouter: () => {
      window.removeEventListener('popstate', onPop)
      window.removeEventListener('pagehide', rememberScroll)
      document.removeEventListener('click', onClick)
    },
  }
}
