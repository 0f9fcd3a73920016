import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { atExit } from '../harness/at-exit.js'
import { killedWithParent } from '../harness/kill-with-parent.js'

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
  const [wrapper, ...wrapped] = killedWithParent([process.execPath, builtAgent, ...words])
  const child = spawn(wrapper, wrapped, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: root },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = atExit(() => child.kill('SIGKILL'))
  let output = ''
  child.stderr.on('data', (part: Buffer) => {
    output += part.toString()
  })
  const exit = new Promise<number | null>((done) => {
    child.once('close', (code) => {
      kill()
      done(code)
    })
  })
  const publicText = await new Promise<string>((done, fail) => {
    createInterface(child.stdout).on('line', (line) => {
      output += `${line}\n`
      const [, key] = /^p2p-server reporters add \S+ (\S+) /.exec(line) ?? []
      if (key !== undefined) done(key)
    })
    void exit.then((code) => fail(new Error(`p2p agent ended with ${code}: ${output.slice(-500)}`)))
  })
  return {
    /** Its key as it prints it, in the command by which it is let in. */
    publicText,
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM')
      return exit
    },
  }
}

export type AgentProcess = Awaited<ReturnType<typeof startAgentProcess>>
