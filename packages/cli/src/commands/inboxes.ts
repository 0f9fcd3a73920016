import type { CreatedInbox, Inbox, NewInbox } from '@p2p-rates/sdk'
import { Option } from 'commander'
import { tableOf } from '../render/table.js'
import type { Report } from '../report.js'
import type { Define } from './command.js'

const languages = ['en', 'uk']

export const define: Define = (command, cli) => {
  command
    .command('list')
    .description('all of them')
    .action(async () => {
      const answer = await cli.ask(({ inboxes }) => inboxes.list())
      cli.print({ ...inboxesReport(answer.inboxes), answer })
    })
  const add = async (inbox: NewInbox): Promise<void> => {
    const made = await cli.ask(({ inboxes }) => inboxes.create(inbox))
    cli.print(createdReport(made))
    cli.terminal.note(
      made.start === null
        ? 'A link is on its way to that address. Once its reader has said yes:'
        : `Send the bot /start ${made.start.code}${made.start.link === null ? '' : ` or open ${made.start.link}`}. Then:`,
    )
    cli.terminal.note(`p2p webhooks create --url inbox:${made.id} --event best_buy --threshold 41.2`)
  }
  command
    .command('add-email <address>')
    .description('ask a mail address whether it wants alerts')
    .addOption(languageOption())
    .action(async (address: string, options: LanguageChoice) => add({ kind: 'email', address, ...options }))
  command
    .command('add-telegram')
    .description('get a code that links a Telegram chat')
    .addOption(languageOption())
    .action(async (options: LanguageChoice) => add({ kind: 'telegram', ...options }))
  command
    .command('delete <id>')
    .description('forget one; webhooks that go there are disabled')
    .action(async (id: string) => {
      await cli.ask(({ inboxes }) => inboxes.delete(id))
      cli.terminal.note(`${id} is deleted.`)
    })
}

type LanguageChoice = Pick<NewInbox, 'language'>

const languageOption = () =>
  new Option('--language <code>', 'of what is written there: en or uk (default: en)').choices(languages)

const inboxesReport = (inboxes: readonly Inbox[]): Report => ({
  answer: inboxes,
  records: inboxes,
  empty: 'There are no inboxes yet. p2p inboxes add-telegram or add-email makes one.',
  table: tableOf(inboxes, [
    { name: 'id', value: ({ id }) => id },
    { name: 'kind', value: ({ kind }) => kind },
    { name: 'name', flexible: true, value: ({ name }) => name },
    { name: 'state', value: ({ state }) => state, style: ({ state }) => (state === 'confirmed' ? 'good' : null) },
    { name: 'language', value: ({ language }) => language },
    { name: 'created_at', heading: 'since', kind: 'time', flexible: true, value: (inbox) => inbox.created_at },
  ]),
})

const createdReport = (inbox: CreatedInbox): Report => ({ ...inboxesReport([inbox]), answer: inbox })
