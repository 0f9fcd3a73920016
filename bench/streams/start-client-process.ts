import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onCore } from '../http/load-generator.js'
import type { Broadcast, ClientProcessOrder } from './client-process.js'

export const startClientProcess = () => {
  const script = fileURLToPath(new URL('client-process.ts', import.meta.url))
  const [command = '', ...words] = onCore(1, [process.execPath, '--import', 'tsx', script])
  const child = spawn(command, words, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  return {
    /** Resolves once every client has its first event. Keys take turns. */
    open: async (port: number, keys: readonly string[], clients: number) => {
      sendOrder(child, { port, keys, clients })
      const answer = await answerOf(child)
      if (answer !== 'open') throw new Error(`the streams could not be opened: ${JSON.stringify(answer)}`)
    },
    listen: async (ms: number) => {
      sendOrder(child, 'forget')
      await new Promise((done) => setTimeout(done, ms))
      sendOrder(child, 'report')
      return (await answerOf(child)) as Broadcast[]
    },
    stop: () => child.kill('SIGKILL'),
  }
}

const sendOrder = (child: ChildProcess, order: ClientProcessOrder): void => void child.send(order)

const answerOf = async (child: ChildProcess): Promise<unknown> => {
  const [answer] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('the stream clients ended')
    }),
  ])
  return answer
}
