import type { ComponentChild, ComponentChildren, ComponentType } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useServices } from '../services.js'
import { hasWords, loadWords } from '../words/load-words.js'
import { PageFailed } from './no-page.js'

/**
 * A part that is loaded when it is drawn for the first time. `waiting` keeps its place until then.
 * It brings the areas of words that its page may lack.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  words: readonly string[] = [],
): (props: Props & { readonly waiting?: ComponentChild }) => ComponentChild {
  let known: ComponentType<Props> | null = null
  return function Later({ waiting = null, ...props }) {
    const { lang } = useServices().speech
    const [hasFailed, setFailed] = useState(false)
    const [, draw] = useState(0)
    const Part = hasWords(lang, words) ? known : null
    useEffect(() => {
      if (Part !== null) return
      Promise.all([load(), loadWords(lang, words)]).then(
        ([part]) => {
          known = part
          draw((times) => times + 1)
        },
        () => setFailed(true),
      )
    }, [lang])
    if (hasFailed) return <PageFailed />
    return Part === null ? waiting : <Part {...(props as unknown as Props)} />
  }
}

type NearProps = {
  readonly children: () => ComponentChildren
  readonly height: string
  /** How near; far enough that nobody waits, unless something else is said. */
  readonly within?: string
}

/** Draws what it holds when the reader comes near. Its place has the final height before. */
export function Near({ children, height, within = '400px' }: NearProps) {
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
