import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError } from '../api/api-error.js'

export type Action<Given extends readonly unknown[]> = {
  readonly isBusy: boolean
  readonly error: ApiError | null
  /** Does nothing while it is under way. */
  run(...given: Given): void
  /** Clear the error. */
  clearError(): void
}

export function useAction<Given extends readonly unknown[]>(act: (...given: Given) => Promise<void>): Action<Given> {
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error: ApiError | null }>(idle)
  const isRunning = useRef(false)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  function end(error: ApiError | null): void {
    isRunning.current = false
    if (isMounted.current) setState({ isBusy: false, error })
  }

  return {
    ...state,
    run: (...given) => {
      if (isRunning.current) return
      isRunning.current = true
      setState({ isBusy: true, error: null })
      act(...given).then(
        () => end(null),
        (error: unknown) => end(error instanceof ApiError ? error : new ApiError({ code: 'client' })),
      )
    },
    clearError: () => setState((last) => ({ ...last, error: null })),
  }
}

const idle = { isBusy: false, error: null }

/** Load another page from the server, because the session has changed. */
export const navigateWithReload = (address: string): void => location.assign(address)
