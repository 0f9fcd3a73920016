import { Failure } from './failure.js'

/** An answer, or a failure when the server takes longer than allowed. */
export async function inTime<T>(answer: PromiseLike<T>, server: string, patienceMs: number): Promise<T> {
  let clock: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    const tooLate = new Failure(
      'failed',
      `${server} gave no complete answer within ${patienceMs / 1000} s.`,
      'Is the address right, and is the server running? p2p doctor looks; --timeout SECONDS waits longer.',
    )
    clock = setTimeout(reject, patienceMs, tooLate)
  })
  try {
    return await Promise.race([answer, end])
  } finally {
    clearTimeout(clock)
  }
}
