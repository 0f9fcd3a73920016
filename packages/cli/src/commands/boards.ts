import { embedBoard, isLoopback } from '@p2p-rates/contract/words'
import type { NewPriceBoard, PriceBoardChange, PricePage } from '@p2p-rates/sdk'
import { type Command, Option } from 'commander'
import { oneOf } from '../input/options.js'
import { type ColumnOf, tableOf } from '../render/table.js'
import { keyValues, type Report } from '../report.js'
import { withIdLast } from '../reports/short-ids.js'
import { say, shownAs } from '../words/say.js'
import { addDelete, addForOne, addList, given, recordId, refuseEmpty } from './account-records.js'
import type { CommandFactory } from './command-factory.js'

const languages = ['en', 'uk']
const themes = ['light', 'dark', 'auto']

export const define: CommandFactory = (command, cli) => {
  addList(command, cli, async () => {
    const answer = await cli.request(({ boards }) => boards.list())
    return { ...boardsReport(answer.boards), answer }
  })
  boardOptions(command.command('create').description('create a public page of rules'))
    .requiredOption('--title <text>', 'heading of the page')
    .requiredOption('--rule <id>', 'rule to show (repeatable, in this order)', another)
    .action(async (options: BoardOptions) => {
      const board = boardOf(options) as NewPriceBoard
      cli.printReport(boardReport(await cli.request(({ boards }) => boards.create(board))))
    })
  addForOne(command, cli, 'boards')('get', 'show one, with its HTML to embed', async (id) =>
    cli.printReport(boardReport(await cli.request(({ boards }) => boards.get(id)))),
  )
  boardOptions(command.command('update <id>').description('change the given fields; the addresses stay'))
    .option('--title <text>', 'heading of the page')
    .option('--rule <id>', 'rule to show from now on (repeatable, in this order)', another)
    .action(async (typed: string, options: BoardOptions) => {
      const change = boardOf(options)
      refuseEmpty(change, 'p2p desk boards update ID --theme dark')
      const id = await recordId(cli, 'boards', typed)
      cli.printReport(boardReport(await cli.request(({ boards }) => boards.update(id, change))))
    })
  addDelete(command, cli, 'boards', 'delete one and its public addresses')
}

type BoardOptions = {
  readonly title?: string
  readonly rule?: readonly string[]
  readonly language?: NewPriceBoard['language']
  readonly timezone?: string
  readonly theme?: NewPriceBoard['theme']
  readonly accent?: string
}

const boardOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--language <code>', `language of the page: ${languages.join(' or ')}`).argParser(oneOf(languages)),
    )
    .option('--timezone <zone>', 'time zone of the page, such as Europe/Kyiv')
    .addOption(new Option('--theme <word>', `colours: ${themes.join(', ')}`).argParser(oneOf(themes)))
    .option('--accent <colour>', 'accent colour, such as #0a6cff; none: no accent')

const another = (text: string, before: readonly string[] = []): readonly string[] => [...before, text]

function boardOf({ rule, title, language, timezone: tz, theme, accent }: BoardOptions): PriceBoardChange {
  return given({ title, rules: rule, language, tz, theme, accent: accent === 'none' ? null : accent })
}

const themeInWords = shownAs(() => ({ light: say('light'), dark: say('dark'), auto: say('auto') }))

const boardColumns: readonly ColumnOf<PricePage>[] = [
  { name: 'id' },
  { name: 'title', flexible: 3 },
  { name: 'language', flexible: 2 },
  { name: 'tz', heading: 'time zone', flexible: 2 },
  { name: 'theme', flexible: 2, shown: themeInWords },
  { name: 'url', heading: 'page' },
]

const boardsReport = (boards: readonly PricePage[]): Report => ({
  answer: boards,
  records: boards,
  empty: say('No boards. Create one: p2p desk boards create'),
  table: tableOf(boards, [...boardColumns]),
  peopleTable: tableOf(boards, withIdLast(boardColumns)),
})

const onlyHere = () => [say('Only this machine can open the board (operator: P2P_PUBLIC_URL).')]

const boardReport = (board: PricePage): Report => ({
  ...boardsReport([board]),
  ...keyValues(board, [
    ...boardColumns,
    { name: 'screen_url', heading: 'screen' },
    { name: 'svg_url', heading: 'picture' },
    { name: 'accent' },
    { name: 'rules', value: ({ rules }) => (rules.length === 0 ? null : rules.join(', ')) },
    { name: 'created_at', heading: 'created', kind: 'time' },
  ]),
  footer: () => {
    const { frame, picture } = embedBoard(board)
    return [
      ...(isLoopback(board.url) ? onlyHere() : []),
      say('HTML to embed, as a frame or as a picture:'),
      frame,
      picture,
    ]
  },
})
