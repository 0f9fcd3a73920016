import { webhookAddressForms } from '@p2p-rates/contract/words'
import type { CreatedInbox, Inbox, NewInbox } from '@p2p-rates/sdk'
import { Option } from 'commander'
import type { Cli } from '../cli.js'
import { CliError } from '../cli-error.js'
import { type ColumnOf, tableOf } from '../render/table.js'
import type { Report } from '../report.js'
import { withIdLast } from '../reports/short-ids.js'
import { say, shownAs } from '../words/say.js'
import { addDelete, addList } from './account-records.js'
import type { CommandFactory } from './command-factory.js'

const languages = ['en', 'uk']

export const define: CommandFactory = (command, cli) => {
  addList(command, cli, async () => {
    const answer = await cli.request(({ inboxes }) => inboxes.list())
    return { ...inboxesReport(answer.inboxes), answer }
  })
  command
    .command('create <address>')
    .description('send a link to a mail address, ntfy topic, or Discord or Slack webhook; telegram: print a link')
    .addOption(languageOption())
    .action(async (address: string, options: LanguageChoice) => {
      const made = await addInbox(cli, { ...receiverOf(address), ...options })
      cli.printReport(createdReport(made))
      cli.terminal.printNote(
        made.start === null
          ? say('A message with a link was sent. After it is confirmed:')
          : say('{step} Then:', { step: startInstruction(made) }),
      )
      cli.terminal.printNote(`p2p webhooks create --url inbox:${made.id} --event best_buy --threshold 41.2`)
    })
  addDelete(command, cli, 'inboxes', 'delete one and disable its webhooks')
}

export type LanguageChoice = Pick<NewInbox, 'language'>

export const languageOption = () =>
  new Option('--language <code>', 'language of the messages: en or uk (default: en)').choices(languages)

function receiverOf(address: string): NewInbox {
  if (address === 'telegram') return { kind: 'telegram' }
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return { kind: 'email', address }
  const kind = (['discord', 'slack'] as const).find((one) => webhookAddressForms[one].pattern.test(address))
  return { kind: kind ?? 'ntfy', address }
}

/** A new inbox, if the operator has set up its kind. */
export async function addInbox(cli: Cli, inbox: NewInbox): Promise<CreatedInbox> {
  const { kinds } = await cli.request(({ inboxes }) => inboxes.list())
  if (!kinds.includes(inbox.kind))
    throw new CliError(
      'failed',
      unsupported(inbox.kind),
      kinds.includes('ntfy')
        ? say('Instead use --ntfy, --discord or --slack, which need no setting of the operator, or --url.')
        : say('Use --url with the HTTPS address of a receiver instead.'),
    )
  return cli.request(({ inboxes }) => inboxes.create(inbox))
}

function unsupported(kind: NewInbox['kind']): string {
  if (kind === 'telegram') return say('Telegram alerts are not set up on this server (operator: P2P_TELEGRAM_TOKEN).')
  if (kind === 'email') return say('Mail is not set up on this server (operator: P2P_SMTP_URL).')
  return say('This server cannot send to {kind}.', { kind })
}

export const startInstruction = ({ start }: CreatedInbox): string =>
  start?.link == null
    ? say('Send the bot /start {code}.', { code: String(start?.code) })
    : say('Tap this link in Telegram: {link}', { link: start.link })

const inboxesReport = (inboxes: readonly Inbox[]): Report => ({
  answer: inboxes,
  records: inboxes,
  empty: say('No inboxes. Create one: p2p inboxes create telegram, or p2p inboxes create ADDRESS'),
  table: tableOf(inboxes, [...columns]),
  peopleTable: tableOf(inboxes, withIdLast(columns)),
})

const kindInWords = shownAs(() => ({
  email: say('email'),
  telegram: say('telegram'),
  ntfy: 'ntfy',
  discord: 'Discord',
  slack: 'Slack',
}))

const stateInWords = shownAs(() => ({
  waiting: say('waiting'),
  confirmed: say('confirmed'),
  blocked: say('blocked'),
  refused: say('refused'),
  stopped: say('stopped'),
}))

const columns: readonly ColumnOf<Inbox>[] = [
  { name: 'id' },
  { name: 'kind', shown: kindInWords },
  { name: 'name', flexible: true },
  { name: 'state', style: ({ state }) => (state === 'confirmed' ? 'good' : null), shown: stateInWords },
  { name: 'language' },
  { name: 'created_at', heading: 'created', kind: 'time', flexible: true },
]

const createdReport = (inbox: CreatedInbox): Report => ({ ...inboxesReport([inbox]), answer: inbox })
