import { useEffect, useRef, useState } from 'preact/hooks'
import { AskError } from '../api/ask-error.js'

export type Action<Given extends readonly unknown[]> = {
  readonly isBusy: boolean
  readonly error: AskError | null
  /** Does nothing while it is under way. */
  run(...given: Given): void
  /** Clear the error. */
  forget(): void
}

export function useAction<Given extends readonly unknown[]>(act: (...given: Given) => Promise<void>): Action<Given> {
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error: AskError | null }>(rest)
  const underWay = useRef(false)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  function end(error: AskError | null): void {
    underWay.current = false
    if (isHere.current) setState({ isBusy: false, error })
  }

  return {
    ...state,
    run: (...given) => {
      if (underWay.current) return
      underWay.current = true
      setState({ isBusy: true, error: null })
      act(...given).then(
        () => end(null),
        (error: unknown) => end(error instanceof AskError ? error : new AskError({ code: 'client' })),
      )
    },
    forget: () => setState((last) => ({ ...last, error: null })),
  }
}

const rest = { isBusy: false, error: null }

/** Load another page from the server, because the session has changed. */
export const leaveTo = (address: string): void => location.assign(address)
