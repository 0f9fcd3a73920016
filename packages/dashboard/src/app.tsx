import type { ComponentType } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { pages } from './pages/all-pages.js'
import type { Page } from './pages/define-page.js'
import { loadWithRetry } from './parts/lazy-part.js'
import { PageFrame } from './parts/page-frame.js'
import { PageFailed, PageNotFound } from './parts/page-not-found-or-failed.js'
import { useServices } from './services-context.js'
import type { Language } from './words/languages.js'
import { hasWords, loadWords } from './words/load-words.js'

export const pageOf = (url: URL): Page | null => pages.find(({ route }) => route.read(url) !== null) ?? null

/** The page and thing of an address: its path in the usual spelling. Null if the address is none of these pages. */
export function pageKeyOf(url: URL): string | null {
  const route = pageOf(url)?.route
  const state = route?.read(url) ?? null
  return route === undefined || state === null ? null : (route.print(state).split('?', 1)[0] ?? null)
}

const loaded = new Map<Page, ComponentType>()

export async function loadPage(page: Page, language: Language): Promise<void> {
  const [Content] = await Promise.all([loaded.get(page) ?? page.load(), loadWords(language, page.words)])
  loaded.set(page, Content)
}

const isLoaded = (page: Page, language: Language): boolean => loaded.has(page) && hasWords(language, page.words)

export function App() {
  const { router, bootstrap, translator } = useServices()
  const [{ url, moves }, setLocation] = useState({ url: router.url, moves: 0 })
  const [, setLoaded] = useState(0)
  const [failed, setFailed] = useState<Page | null>(null)
  const page = pageOf(url)
  const Content = page === null ? PageNotFound : isLoaded(page, translator.lang) ? loaded.get(page) : undefined

  useEffect(
    () =>
      router.subscribe((moved) => setLocation((last) => ({ url: router.url, moves: last.moves + (moved ? 1 : 0) }))),
    [router],
  )

  useEffect(() => {
    if (page === null || isLoaded(page, translator.lang)) return
    setFailed(null)
    return loadWithRetry(
      () => loadPage(page, translator.lang),
      () => {
        setFailed(null)
        setLoaded((count) => count + 1)
      },
      () => setFailed(page),
    )
  }, [page, translator])

  // An address is shown in its usual spelling, and without what means nothing.
  useEffect(() => {
    const state = page?.route.read(url) ?? null
    if (page === null || state === null) return
    const address = page.route.print(state)
    if (url.pathname !== '/' && address !== url.pathname + url.search) router.navigate(address + url.hash, 'correction')
  }, [page, url, router])

  useEffect(() => {
    if (page?.needsAccount === true && bootstrap.account === null)
      router.navigate(`/login?next=${encodeURIComponent(url.pathname + url.search)}`, 'correction')
  }, [page, url, bootstrap, router])

  const isDrawn = Content !== undefined
  const drawnMoves = useRef(0)
  useLayoutEffect(() => {
    if (!isDrawn) return
    router.restoreScroll()
    // Another view of the same page leaves the focus where the reader has it.
    if (drawnMoves.current === moves) return
    drawnMoves.current = moves
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [isDrawn, page, moves, url, router])

  return <PageFrame page={page}>{failed === page && page !== null ? <PageFailed /> : Content && <Content />}</PageFrame>
}
