import { Option } from 'commander'
import { Failure } from '../failure.js'
import { readCount, readPort } from '../options.js'
import { installCommand, isMissing } from '../this-program.js'
import type { Define } from './command.js'

export const define: Define = (command, cli) =>
  command
    .description('Exchanges that never existed, a server with thirty days behind it, and a key for each plan.')
    .addOption(
      new Option('--port <n>', 'where the server listens (any free port when this one is taken)')
        .env('P2P_PORT')
        .default(8080)
        .argParser(readPort),
    )
    .option('--seed <n>', 'another world', readCount, 7)
    .action(async (options: { port: number; seed: number }) => {
      const { startDemo } = await import('../demo/start-demo.js').catch((cause: unknown) => {
        if (!isMissing(cause, peers)) throw cause
        throw new Failure(
          'failed',
          'The server and the simulator are not installed beside this tool.',
          installCommand(peers),
          { cause },
        )
      })
      const demo = await startDemo({ ...options, environment: cli.environment })
      cli.terminal.print(demo.banner)
      const stop = () => void demo.stop().then(() => process.exit(0))
      cli.whenInterrupted(stop)
      process.once('SIGTERM', stop)
      void (await import('@p2p-rates/server')).parentGone().then(stop)
      await new Promise(() => {})
    })

const peers = ['@p2p-rates/server', '@p2p-rates/simulator']
