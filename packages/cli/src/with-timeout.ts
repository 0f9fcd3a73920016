import { CliError } from './cli-error.js'
import { say } from './words/say.js'

export async function withTimeout<T>(answer: PromiseLike<T>, server: string, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    const tooLate = new CliError(
      'failed',
      say('{server} gave no complete answer within {seconds} s.', { server, seconds: timeoutMs / 1000 }),
      say('p2p doctor checks the address and the server; --timeout SECONDS waits longer.'),
    )
    timer = setTimeout(reject, timeoutMs, tooLate)
  })
  try {
    return await Promise.race([answer, end])
  } finally {
    clearTimeout(timer)
  }
}
