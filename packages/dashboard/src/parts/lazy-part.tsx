import type { ComponentChild, ComponentChildren, ComponentType } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useServices } from '../services-context.js'
import { hasWords, loadWords } from '../words/load-words.js'
import { PageFailed } from './page-not-found-or-failed.js'

/**
 * A part that is loaded when it is drawn for the first time. `waiting` keeps its place until then.
 * It brings the areas of words that its page may lack.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  words: readonly string[] = [],
): LazyComponent<Props> {
  let known: ComponentType<Props> | null = null
  async function loadOnce(): Promise<void> {
    known ??= await load()
  }
  function LazyPart({ fallback = null, ...props }: Props & FallbackProps) {
    const { lang } = useServices()
    const [hasFailed, setFailed] = useState(false)
    const [, draw] = useState(0)
    const Part = hasWords(lang, words) ? known : null
    useEffect(() => {
      if (Part !== null) return
      return loadWithRetry(
        () => Promise.all([loadOnce(), loadWords(lang, words)]),
        () => {
          setFailed(false)
          draw((times) => times + 1)
        },
        () => setFailed(true),
      )
    }, [lang])
    if (hasFailed) return <PageFailed />
    return Part === null ? fallback : <Part {...(props as unknown as Props)} />
  }
  return Object.assign(LazyPart, { load: loadOnce })
}

type FallbackProps = { readonly fallback?: ComponentChild }

type LazyComponent<Props> = ((props: Props & FallbackProps) => ComponentChild) & {
  readonly load: () => Promise<void>
}

const retryDelayMs = 5_000

/** Loads code, and again every 5 s while the server does not give it. The returned function ends that. */
export function loadWithRetry<Loaded>(
  load: () => Promise<Loaded>,
  done: (loaded: Loaded) => void,
  failed: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const attempt = () =>
    load().then(
      (loaded) => {
        if (!isOver) done(loaded)
      },
      () => {
        if (isOver) return
        failed()
        timer = setTimeout(attempt, retryDelayMs)
      },
    )
  void attempt()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

type WhenVisibleProps = { readonly children: () => ComponentChildren; readonly height: string }

/** Distance at which loading starts, large enough that users rarely wait. */
const rootMargin = '400px'

/** Render the children when the user scrolls near. Until then, reserve the given height. */
export function WhenVisible({ children, height }: WhenVisibleProps) {
  const placeholder = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (placeholder.current === null) return
    const show: IntersectionObserverCallback = (seen, watch) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return
      watch.disconnect()
      setNear(true)
    }
    const watch = new IntersectionObserver(show, { rootMargin })
    watch.observe(placeholder.current)
    return () => watch.disconnect()
  }, [])
  return (
    <div ref={placeholder} style={isNear ? undefined : { minHeight: height }}>
      {isNear && children()}
    </div>
  )
}
