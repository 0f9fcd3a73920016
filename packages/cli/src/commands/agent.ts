import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { CliError } from '../cli-error.js'
import { usualExchanges } from '../exchange-names.js'
import { oneOf } from '../input/options.js'
import { configPath } from '../settings/config-path.js'
import { proxyFor } from '../settings/proxies.js'
import { serverAddress } from '../settings/server-address.js'
import type { Settings } from '../settings/settings.js'
import { say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

type Options = {
  readonly name: string
  readonly exchange?: readonly string[]
  readonly keyFile?: string
  readonly once?: true
}

export const define: CommandFactory = (command, cli) =>
  command
    .argument('[server]', 'server to read for, such as https://rates.example.com')
    .description(
      'Read exchanges from this machine for a server that they block. The server chooses markets, never addresses. The key never leaves this machine.',
    )
    .option('--name <text>', 'name of this collector on the server', nameOf(hostname()))
    .option(
      '-e, --exchange <id>',
      'only this exchange (repeatable; default: all)',
      (text: string, before: readonly string[] = []) => [...before, ...text.split(',').map(oneOf(usualExchanges))],
    )
    .option('--key-file <file>', 'file of its key; created if missing')
    .option('--once', 'read one page and exit')
    .action(
      async (word: string | undefined, { name, exchange: exchanges = usualExchanges, keyFile, once }: Options) => {
        const settings = await cli.settings()
        const server = serverOf(word ?? settings.server)
        const [{ openAgentKey }, { runAgent }] = await Promise.all([
          import('../agent/agent-key.js'),
          import('../agent/run-agent.js'),
        ])
        const file = keyFile ?? join(dirname(configPath(cli.environment)), 'agent-key.pem')
        const { privateKey, publicText, isNew } = openAgentKey(file)
        cli.terminal.printNote(
          isNew
            ? say('Key of this collector, created now: {file}. The operator of the server adds it with:', { file })
            : say('Key of this collector: {file}. The operator of the server adds it with:', { file }),
        )
        cli.terminal.print(`p2p-server reporters add ${name} ${publicText} --exchanges ${exchanges.join(',')}`)
        if (isOverheard(server))
          cli.terminal.printNote(
            say('The server address begins with http://: others on the network can read the data, but not change it.'),
          )
        const stop = new AbortController()
        cli.setInterruptHandler(() => stop.abort())
        process.once('SIGTERM', () => stop.abort())
        const isWell = await runAgent(
          {
            server,
            proxy: proxyFor(settings.proxies, 'server', server),
            name,
            privateKey,
            exchanges: (await cli.exchanges()).list.filter(({ id }) => exchanges.includes(id)),
            exchangeUrls: settings.exchangeUrls,
            exchangeProxies: proxiesOf(exchanges, settings),
          },
          { once: once === true, stop: stop.signal, notifyOwner: (words) => cli.terminal.printNote(words) },
        )
        if (!isWell) cli.setExitCode(1)
      },
    )

function serverOf(text: string | null): string {
  const address = text === null ? null : serverAddress(text)
  if (address === null)
    throw new CliError('usage', say('The address of the server is missing.'), 'p2p agent https://rates.example.com')
  return address.replace(/(?:\/api\/v1)?\/*$/, '')
}

function isOverheard(server: string): boolean {
  const { protocol, hostname: host } = new URL(server)
  return protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(host)
}

/** A name in the form that servers take. */
const nameOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '') || 'collector'

function proxiesOf(ids: readonly string[], { proxies, exchangeUrls }: Settings): Readonly<Record<string, string>> {
  return Object.fromEntries(
    ids.flatMap((id) => {
      const proxy = proxyFor(proxies, id, exchangeUrls.get(id) ?? 'https://its-own.invalid')
      return proxy === null ? [] : [[id, proxy]]
    }),
  )
}
