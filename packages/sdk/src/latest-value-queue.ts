/** Holds one value for a slow reader. A newer value takes its place. */
export type LatestValueQueue<T> = {
  readonly values: AsyncIterableIterator<T>
  pushLatest(value: T): void
  /** End with an error, after the reader has received the held value. */
  failQueue(error: unknown): void
  /** End because the reader has left. Drop the held value. */
  closeQueue(): void
}

type Reader<T> = { resolve(result: IteratorResult<T, undefined>): void; reject(error: unknown): void }

export function createLatestValueQueue<T>(on: { onFirstRead(): void; onLeave(): void }): LatestValueQueue<T> {
  const readers: Reader<T>[] = []
  let hasStarted = false
  let isOver = false
  let held: { readonly value: T } | null = null
  let failure: { readonly error: unknown } | null = null

  function serve(): void {
    for (let reader = readers[0]; reader !== undefined; reader = readers[0]) {
      if (held !== null) reader.resolve({ value: held.value, done: false })
      else if (failure !== null) reader.reject(failure.error)
      else if (isOver) reader.resolve({ value: undefined, done: true })
      else return
      readers.shift()
      if (held !== null) held = null
      else failure = null
    }
  }

  function pushLatest(value: T): void {
    if (isOver) return
    held = { value }
    serve()
  }

  function failQueue(error: unknown): void {
    if (isOver) return
    isOver = true
    failure = { error }
    serve()
    on.onLeave()
  }

  function closeQueue(): void {
    if (isOver && held === null && failure === null) return
    isOver = true
    held = null
    failure = null
    serve()
    on.onLeave()
  }

  const values: AsyncIterableIterator<T> = {
    next: () => {
      const result = new Promise<IteratorResult<T, undefined>>((resolve, reject) => readers.push({ resolve, reject }))
      if (!hasStarted && !isOver) on.onFirstRead()
      hasStarted = true
      serve()
      return result
    },
    return: async () => {
      closeQueue()
      return { value: undefined, done: true }
    },
    throw: async (error) => {
      closeQueue()
      throw error
    },
    [Symbol.asyncIterator]: () => values,
  }
  return { values, pushLatest, failQueue, closeQueue }
}
