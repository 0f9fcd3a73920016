import { CliError } from './cli-error.js'
import { say } from './words/say.js'

export async function inTime<T>(answer: PromiseLike<T>, server: string, patienceMs: number): Promise<T> {
  let clock: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    const tooLate = new CliError(
      'failed',
      say('{server} gave no complete answer within {seconds} s.', { server, seconds: patienceMs / 1000 }),
      say('p2p doctor checks the address and the server; --timeout SECONDS waits longer.'),
    )
    clock = setTimeout(reject, patienceMs, tooLate)
  })
  try {
    return await Promise.race([answer, end])
  } finally {
    clearTimeout(clock)
  }
}
