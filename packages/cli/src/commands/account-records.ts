import { type Command, Option } from 'commander'
import type { Cli } from '../cli.js'
import { completeId } from '../reports/short-ids.js'
import { say } from '../words/say.js'

/** Records of an account that its user lists and deletes. */
const lists = {
  boards: async (cli: Cli) => (await cli.request(({ boards }) => boards.list())).boards,
  inboxes: async (cli: Cli) => (await cli.request(({ inboxes }) => inboxes.list())).inboxes,
  rules: async (cli: Cli) => (await cli.request(({ rules }) => rules.list())).rules,
  webhooks: async (cli: Cli) => (await cli.request(({ webhooks }) => webhooks.list())).webhooks,
}

type RecordKind = keyof typeof lists

export const recordId = (cli: Cli, kind: RecordKind, typed: string): Promise<string> =>
  completeId(typed, () => lists[kind](cli))

export function addDelete(command: Command, cli: Cli, kind: RecordKind, description: string): void {
  command
    .command('delete <id>')
    .description(description)
    .action(async (typed: string) => {
      const id = await recordId(cli, kind, typed)
      await cli.request((p2p) => p2p[kind].delete(id))
      cli.terminal.printNote(say('{id} is deleted.', { id }))
    })
}

export type Switch = { readonly enable?: boolean | undefined; readonly disable?: boolean | undefined }

export const addSwitch = (command: Command): Command =>
  command
    .option('--enable', 'enable it again and reset its failures')
    .addOption(new Option('--disable', 'stop sending').conflicts('enable'))

export const enabledBy = ({ enable, disable }: Switch): { readonly enabled?: boolean } =>
  enable === true ? { enabled: true } : disable === true ? { enabled: false } : {}
