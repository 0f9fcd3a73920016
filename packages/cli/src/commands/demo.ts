import { exitWhenStopped } from '../demo/exit-when-stopped.js'
import { failIfMissing } from '../executable-and-missing-packages.js'
import { demoPortOption, readCount } from '../input/options.js'
import type { CommandFactory } from './command-factory.js'

export const define: CommandFactory = (command, cli) =>
  command
    .description('Start a server with simulated exchanges, 30 days of prices and a key for each plan.')
    .addOption(demoPortOption())
    .option('--seed <n>', 'seed of the simulated prices', readCount, 7)
    .action(async (options: { port?: number; seed: number }) => {
      const { startDemo } = await import('../demo/start-demo.js').catch((cause: unknown) => failIfMissing(cause, peers))
      const demo = await startDemo({ ...options, environment: cli.environment })
      cli.terminal.print(demo.banner)
      await exitWhenStopped(cli, demo.stop)
      await new Promise(() => {})
    })

const peers = ['@p2p-rates/server', '@p2p-rates/simulator']
