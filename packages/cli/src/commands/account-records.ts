import { type Command, Option } from 'commander'
import type { Cli } from '../cli.js'
import { CliError } from '../cli-error.js'
import type { Report } from '../report.js'
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

export const addList = (command: Command, cli: Cli, all: () => Promise<Report>): Command =>
  command
    .command('list')
    .description('list all')
    .action(async () => cli.printReport(await all()))

/** Subcommands on one record, by its id or the short one of a table. */
export const addForOne =
  (command: Command, cli: Cli, kind: RecordKind) =>
  (name: string, about: string, act: (id: string) => Promise<void>): Command =>
    command
      .command(`${name} <id>`)
      .description(about)
      .action(async (typed: string) => act(await recordId(cli, kind, typed)))

export const addDelete = (command: Command, cli: Cli, kind: RecordKind, about: string): Command =>
  addForOne(command, cli, kind)('delete', about, async (id) => {
    await cli.request((p2p) => p2p[kind].delete(id))
    cli.terminal.printNote(say('{id} is deleted.', { id }))
  })

/** Only the fields that have a value. */
export const given = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>

export function refuseEmpty(change: object, hint: string): void {
  if (Object.keys(change).length === 0) throw new CliError('usage', say('Nothing to change.'), hint)
}

export type Switch = { readonly enable?: boolean | undefined; readonly disable?: boolean | undefined }

export const addSwitch = (command: Command): Command =>
  command
    .option('--enable', 'enable it again and reset its failures')
    .addOption(new Option('--disable', 'stop sending').conflicts('enable'))

export const enabledBy = ({ enable, disable }: Switch): { readonly enabled?: boolean } =>
  enable === true ? { enabled: true } : disable === true ? { enabled: false } : {}
