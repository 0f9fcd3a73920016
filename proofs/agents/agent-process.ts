import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startOwnProcess } from '../harness/own-process.js'

const builtAgent = fileURLToPath(new URL('../../packages/cli/bin/p2p.mjs', import.meta.url))

export async function startAgentProcess(wish: {
  readonly url: string
  readonly name: string
  readonly baseUrls: Readonly<Record<string, string>>
  readonly root: string
}) {
  const { url, name, baseUrls, root } = wish
  const words = [
    ...['agent', url, '--name', name],
    ...Object.keys(baseUrls).flatMap((id) => ['--exchange', id]),
    ...['--key-file', join(root, `${name}.pem`)],
    ...Object.entries(baseUrls).flatMap(([id, address]) => ['--exchange-url', `${id}=${address}`]),
  ]
  const { child, exit, find, output } = startOwnProcess([process.execPath, builtAgent, ...words], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: root },
  })
  return {
    /** Its key as it prints it, in the command by which it is let in. */
    publicText: await find((line) => /^p2p-server reporters add \S+ (\S+) /.exec(line)?.[1] ?? null),
    output,
    stop: async () => {
      child.kill('SIGTERM')
      return (await exit).code
    },
  }
}

export type AgentProcess = Awaited<ReturnType<typeof startAgentProcess>>
