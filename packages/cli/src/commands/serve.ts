import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { failIfMissing } from '../executable-and-missing-packages.js'
import { exchangeModules } from '../settings/settings.js'
import type { CommandFactory } from './command-factory.js'

/** Runs the server in a process of its own, with its own signals, log and exit codes. */
export const define: CommandFactory = (command, cli) =>
  command
    .argument('[words...]', 'command of p2p-server: start, config check, keys create, ...')
    .description('Run your own server, configured by P2P_* variables. All arguments go to p2p-server.')
    .allowUnknownOption()
    .action(async (words: string[]) => {
      const { spawn } = await import('node:child_process')
      const modules = exchangeModules(cli.options, cli.environment).join(',')
      const env = modules === '' ? process.env : { ...process.env, P2P_EXCHANGE_MODULES: modules }
      const child = spawn(process.execPath, [await serverProgram(), ...words], {
        // The channel tells it when this process has ended, also where it was killed.
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
        env,
      })
      // The terminal interrupts both processes. The server cleans up first.
      cli.setInterruptHandler(() => {})
      process.once('SIGTERM', () => child.kill('SIGTERM'))
      cli.setExitCode(await new Promise<number>((ended) => child.once('exit', (code) => ended(code ?? 1))))
    })

async function serverProgram(): Promise<string> {
  try {
    const manifest = import.meta.resolve('@p2p-rates/server/package.json')
    const { bin } = JSON.parse(await readFile(fileURLToPath(manifest), 'utf8')) as { bin: Record<string, string> }
    return fileURLToPath(new URL(bin['p2p-server'] ?? '', manifest))
  } catch (cause) {
    return failIfMissing(cause, peers)
  }
}

const peers = ['@p2p-rates/server']
