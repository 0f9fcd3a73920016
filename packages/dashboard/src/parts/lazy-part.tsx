import type { ComponentChild, ComponentChildren, ComponentType } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useServices } from '../services.js'
import { hasWords, loadWords } from '../words/load-words.js'
import { PageFailed } from './no-page.js'

/**
 * A part that is loaded when it is drawn for the first time. `waiting` keeps its place until then.
 * It brings the areas of words that its page may lack.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  words: readonly string[] = [],
): LaterPart<Props> {
  let known: ComponentType<Props> | null = null
  async function remembered(): Promise<void> {
    known ??= await load()
  }
  function LazyPart({ waiting = null, ...props }: Props & Waiting) {
    const { lang } = useServices().speech
    const [hasFailed, setFailed] = useState(false)
    const [, draw] = useState(0)
    const Part = hasWords(lang, words) ? known : null
    useEffect(() => {
      if (Part !== null) return
      return loadUntilThere(
        () => Promise.all([remembered(), loadWords(lang, words)]),
        () => {
          setFailed(false)
          draw((times) => times + 1)
        },
        () => setFailed(true),
      )
    }, [lang])
    if (hasFailed) return <PageFailed />
    return Part === null ? waiting : <Part {...(props as unknown as Props)} />
  }
  return Object.assign(LazyPart, { load: remembered })
}

type Waiting = { readonly waiting?: ComponentChild }

type LaterPart<Props> = ((props: Props & Waiting) => ComponentChild) & {
  readonly load: () => Promise<void>
}

const againMs = 5_000

/** Loads code, and again every 5 s while the server does not give it. The returned function ends that. */
export function loadUntilThere<Loaded>(
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
        timer = setTimeout(attempt, againMs)
      },
    )
  void attempt()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

type NearProps = {
  readonly children: () => ComponentChildren
  readonly height: string
  /** Distance at which loading starts. The default is large enough that users rarely wait. */
  readonly within?: string
}

/** Render the children when the user scrolls near. Until then, reserve the given height. */
export function WhenVisible({ children, height, within = '400px' }: NearProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (place.current === null) return
    const watch = new IntersectionObserver(
      (seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return
        watch.disconnect()
        setNear(true)
      },
      { rootMargin: within },
    )
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [])
  return (
    <div ref={place} style={isNear ? undefined : { minHeight: height }}>
      {isNear && children()}
    </div>
  )
}
