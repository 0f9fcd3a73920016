import { Option } from 'commander'
import { failIfMissing } from '../executable-and-missing-packages.js'
import { readCount, readPort } from '../input/options.js'
import type { CommandFactory } from './command-factory.js'

export const define: CommandFactory = (command, cli) =>
  command
    .description('Start a server with simulated exchanges, 30 days of prices and a key for each plan.')
    .addOption(
      new Option('--port <n>', 'port of the server (default: 8080, or any free port)')
        .env('P2P_PORT')
        .argParser(readPort),
    )
    .option('--seed <n>', 'seed of the simulated prices', readCount, 7)
    .action(async (options: { port?: number; seed: number }) => {
      const { startDemo } = await import('../demo/start-demo.js').catch((cause: unknown) => failIfMissing(cause, peers))
      const demo = await startDemo({ ...options, environment: cli.environment })
      cli.terminal.print(demo.banner)
      const stop = () => void demo.stop().then(() => process.exit(0))
      cli.setInterruptHandler(stop)
      process.once('SIGTERM', stop)
      void (await import('@p2p-rates/server')).parentGone().then(stop)
      await new Promise(() => {})
    })

const peers = ['@p2p-rates/server', '@p2p-rates/simulator']
