import type { FormulaFields, FormulaQuery, NewRule, RuleChange } from '@p2p-rates/sdk'
import { type Command, Option } from 'commander'
import type { Cli } from '../cli.js'
import { CliError } from '../cli-error.js'
import { askForMe } from '../input/about-me-note.js'
import { chosenFiat } from '../input/chosen-fiat.js'
import {
  fiatOption,
  oneOf,
  readAmount,
  readCount,
  readHold,
  readPrice,
  readSigned,
  sideOption,
} from '../input/options.js'
import { previewReport, priceReport, ruleReport, rulesReport } from '../reports/rule-reports.js'
import { say } from '../words/say.js'
import { addDelete, addForOne, addList, given, recordId, refuseEmpty } from './account-records.js'
import type { CommandFactory } from './command-factory.js'

const bases = ['best', 'nth', 'median', 'size']
const roundings = ['nearest', 'up', 'down']
const clearable = ['n', 'amount', 'exchanges', 'payment_methods', 'exclude_methods', 'offset_pct', 'offset', 'step', 'floor', 'ceiling'] // biome-ignore format: words

export const define: CommandFactory = (command, cli) => {
  addList(command, cli, async () => {
    const answer = await cli.request(({ rules }) => rules.list())
    return { ...rulesReport(answer.rules), answer }
  })
  formulaOptions(command.command('create').description('save a formula; try it first with price and preview'))
    .requiredOption('--name <text>', 'name of the rule')
    .addOption(lastGoodOption())
    .action(async (options: FormulaOptions & Named) => {
      const named = { name: options.name, last_good_seconds: options.lastGoodSeconds }
      const rule = { ...(await formulaAsked(cli, options)), ...named } as NewRule
      cli.printReport(ruleReport(await cli.request(({ rules }) => rules.create(rule))))
    })
  addForOne(command, cli, 'rules')('get', 'show one', async (id) =>
    cli.printReport(ruleReport(await cli.request(({ rules }) => rules.get(id)))),
  )
  formulaOptions(command.command('update <id>').description('change the given fields; a new formula has no last value'))
    .option('--name <text>', 'name of the rule')
    .addOption(lastGoodOption())
    .option('--clear <field>', `clear a field: ${clearable.join(', ')} (repeatable)`, another(clearable))
    .action(
      async (typed: string, options: FormulaOptions & Partial<Named> & { readonly clear?: readonly string[] }) => {
        const cleared = Object.fromEntries((options.clear ?? []).map((field) => [field, null]))
        const named = given({ name: options.name, last_good_seconds: options.lastGoodSeconds })
        const change: RuleChange = { ...formulaOf(options), ...named, ...cleared }
        refuseEmpty(change, 'p2p desk rules update ID --offset-pct 2')
        const id = await recordId(cli, 'rules', typed)
        cli.printReport(ruleReport(await cli.request(({ rules }) => rules.update(id, change))))
      },
    )
  addDelete(command, cli, 'rules', 'delete one')
  formulaOptions(command.command('price [id]').description('price of a saved rule, or of a formula, now')).action(
    async (typed: string | undefined, options: FormulaOptions) => {
      if (typed === undefined) {
        const asked = queryOf(await formulaAsked(cli, options))
        const named = { exchange: asked.exchanges, paymentMethod: asked.payment_method }
        return cli.printReport(priceReport(await askForMe(cli, named, { question: (p2p) => p2p.formula(asked) })))
      }
      if (Object.keys(formulaOf(options)).length > 0)
        throw new CliError('usage', say('An id and a formula cannot be combined.'), say('Give one of them.'))
      const id = await recordId(cli, 'rules', typed)
      cli.printReport(priceReport(await cli.request(({ rules }) => rules.price(id))))
    },
  )
  formulaOptions(command.command('preview').description('prices by a formula over the last seven days')).action(
    async (options: FormulaOptions) => {
      const asked = queryOf(await formulaAsked(cli, options))
      cli.printReport(previewReport(await cli.request((p2p) => p2p.formulaPreview(asked))))
    },
  )
}

type FormulaOptions = {
  readonly fiat?: string
  readonly side?: FormulaFields['side']
  readonly base?: FormulaFields['base']
  readonly nth?: number
  readonly amount?: number
  readonly exchange?: readonly string[]
  readonly paymentMethod?: readonly string[]
  readonly excludeMethod?: readonly string[]
  readonly offsetPct?: number
  readonly offset?: number
  readonly step?: number
  readonly rounding?: FormulaFields['rounding']
  readonly floor?: number
  readonly ceiling?: number
}
type Named = { readonly name: string; readonly lastGoodSeconds?: number }

const formulaOptions = (command: Command): Command =>
  command
    .addOption(fiatOption())
    .addOption(sideOption())
    .addOption(new Option('--base <word>', `price to start from: ${bases.join(', ')}`).argParser(oneOf(bases)))
    .option('--nth <n>', 'rank of the ad, 1 is the best; for --base nth', readCount)
    .option('-a, --amount <n>', 'amount of the currency; for --base size', readAmount)
    .option('-e, --exchange <id>', 'only this exchange (repeatable)', another())
    .option(
      '-m, --payment-method <name>',
      'only ads with this payment method: part of its name, or its id (repeatable)',
      another(),
    )
    .option('-x, --exclude-method <name>', 'ignore this payment method (repeatable)', another())
    .option('--offset-pct <percent>', 'percentage to add; negative: subtract', readSigned)
    .option('--offset <fiat>', 'amount to add to that; negative: subtract', readSigned)
    .option('--step <fiat>', 'round the price to a multiple of this', readPrice)
    .addOption(
      new Option('--rounding <how>', `direction of rounding: ${roundings.join(', ')}`).argParser(oneOf(roundings)),
    )
    .option('--floor <fiat>', 'lowest price', readPrice)
    .option('--ceiling <fiat>', 'highest price', readPrice)

const lastGoodOption = () =>
  new Option('--last-good-seconds <n>', 'maximum age of the last good value, used while there is no new one').argParser(
    readHold,
  )

const another =
  (words?: readonly string[]) =>
  (text: string, before: readonly string[] = []): readonly string[] => [
    ...before,
    words === undefined ? text : oneOf(words)(text),
  ]

const formulaAsked = async (cli: Cli, options: FormulaOptions): Promise<FormulaFields> => ({
  ...formulaOf(options),
  ...(await chosenFiat(cli, options)),
})

const queryOf = ({ payment_methods, exclude_methods, ...fields }: FormulaFields): FormulaQuery => ({
  ...fields,
  payment_method: payment_methods,
  exclude_method: exclude_methods,
})

const formulaOf = ({ fiat, side, base, nth: n, amount, exchange, ...options }: FormulaOptions): FormulaFields =>
  given({
    fiat,
    side,
    base,
    n,
    amount,
    exchanges: exchange,
    payment_methods: options.paymentMethod,
    exclude_methods: options.excludeMethod,
    offset_pct: options.offsetPct,
    offset: options.offset,
    step: options.step,
    rounding: options.rounding,
    floor: options.floor,
    ceiling: options.ceiling,
  } satisfies Record<keyof FormulaFields, unknown>)
