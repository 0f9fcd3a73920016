import type { Cli } from '../cli.js'

/** Stops the server on Ctrl+C, on SIGTERM and when the parent process ends. */
export async function exitWhenStopped(cli: Cli, stopServer: () => Promise<void>): Promise<void> {
  const stop = () => void stopServer().then(() => process.exit(0))
  cli.setInterruptHandler(stop)
  process.once('SIGTERM', stop)
  void (await import('@p2p-rates/server')).parentGone().then(stop)
}
