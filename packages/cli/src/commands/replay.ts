import { Option } from 'commander'
import { exitWhenStopped } from '../demo/exit-when-stopped.js'
import { demoPortOption, numberReader } from '../input/options.js'
import { sinceOption, untilOption } from '../input/time-span.js'
import type { ArchiveSpanOptions } from '../replay/archive-span.js'
import { say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

type Options = ArchiveSpanOptions & { readonly port?: number; readonly speed: number }

export const define: CommandFactory = (command, cli) =>
  command
    .argument('<archive>', 'folder of an archive, or one of its files')
    .description('Serve an archive as if it were live, for testing programs. No exchange is read; it stops at the end.')
    .addOption(sinceOption())
    .addOption(untilOption())
    .addOption(new Option('--speed <n>', 'speed factor').default(1).argParser(readSpeed))
    .addOption(demoPortOption())
    .action(async (path: string, options: Options) => {
      const { archiveSpan } = await import('../replay/archive-span.js')
      const span = await archiveSpan(path, options)
      const { startReplay } = await import('../replay/start-replay.js')
      const { terminal } = cli
      const replay = await startReplay({ ...options, path, span, warn: terminal.printWarning })
      terminal.print(replay.banner)
      await exitWhenStopped(cli, replay.stop)
      const over = await replay.ended.catch(async (error: unknown) => {
        await replay.stop()
        throw error
      })
      terminal.print(over)
      await new Promise(() => {})
    })

const fastest = 10_000

const readSpeed = numberReader(
  /^\d{1,5}(\.\d{1,3})?$/,
  () => say('Expected a number above 0, at most {most}.', { most: fastest }),
  (speed) => speed > 0 && speed <= fastest,
)
