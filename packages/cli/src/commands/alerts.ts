import { setTimeout as delay } from 'node:timers/promises'
import type { Inbox, NewInbox, Webhook, WebhookChange } from '@p2p-rates/sdk'
import type { Command } from 'commander'
import type { Cli } from '../cli.js'
import { CliError } from '../cli-error.js'
import { shownAsName } from '../exchange-names.js'
import { chosenFiat } from '../input/chosen-fiat.js'
import {
  exchangeOption,
  fiatOption,
  methodOption,
  readAddressOf,
  readAmount,
  readPrice,
  readSigned,
  readWebAddress,
} from '../input/options.js'
import { grouped, priceText } from '../render/numbers.js'
import { type ColumnOf, tableOf } from '../render/table.js'
import { keyValues, type Report } from '../report.js'
import { shortId } from '../reports/short-ids.js'
import { disabledInWords, faultInWords, hostOf, scheduleColumns } from '../reports/webhook-reports.js'
import { waitForDelivery } from '../wait-for-delivery.js'
import { inEnglish, say } from '../words/say.js'
import {
  addDelete,
  addForOne,
  addList,
  addSwitch,
  enabledBy,
  recordId,
  refuseEmpty,
  type Switch,
} from './account-records.js'
import type { CommandFactory } from './command-factory.js'
import { addInbox, type LanguageChoice, languageOption, startInstruction } from './inboxes.js'
import { addSchedule, newSchedule, type ScheduleOptions, scheduleChange } from './schedule-options.js'

type Condition = {
  readonly buyBelow?: number
  readonly sellAbove?: number
  readonly profitAbove?: number
  readonly amount?: number | undefined
}
const webKinds = ['ntfy', 'discord', 'slack'] as const
type WebKind = (typeof webKinds)[number]
type ReceiverOptions = LanguageChoice & { readonly telegram?: true; readonly email?: string; readonly url?: string } & {
  readonly [Kind in WebKind]?: string
}
type Scope = { readonly fiat?: string; readonly exchange?: string; readonly paymentMethod?: string }

export const define: CommandFactory = (command, cli) => {
  addList(command, cli, async () => {
    const [{ webhooks }, { inboxes }] = await Promise.all([
      cli.request((p2p) => p2p.webhooks.list()),
      cli.request((p2p) => p2p.inboxes.list()),
    ])
    return { ...alertsReport(webhooks, inboxes), answer: { webhooks } }
  })
  addForOne(command, cli, 'webhooks')('get', 'show one', async (id) =>
    printAlert(cli, await cli.request(({ webhooks }) => webhooks.get(id))),
  )
  addAdd(command, cli)
  addEdit(command, cli)
  addDelete(command, cli, 'webhooks', 'delete one')
}

const example = 'p2p alerts create --buy-below 41 --telegram'

const addOptions = (command: Command): Command => addSchedule(addConditionAndReceiver(command))

const addConditionAndReceiver = (command: Command): Command =>
  command
    .option('--buy-below <price>', 'alert when the best buy price falls to this', readPrice)
    .option('--sell-above <price>', 'alert when the best sell price rises to this', readPrice)
    .option('--profit-above <percent>', 'alert when a round trip earns this; needs --amount', readSigned)
    .option('--telegram', 'send to a Telegram chat')
    .option('--email <address>', 'send by mail')
    .option('--ntfy <url>', 'send to an ntfy topic', readWebAddress)
    .option('--discord <url>', 'send to a Discord channel, by its webhook', readAddressOf('discord'))
    .option('--slack <url>', 'send to a Slack channel, by its webhook', readAddressOf('slack'))
    .option('--url <url>', 'send to a receiver, signed')
    .option('-a, --amount <n>', 'amount of the currency: use its average price', readAmount)
    .addOption(languageOption())

function addAdd(command: Command, cli: Cli): void {
  const add = command
    .command('create')
    .description('create one, link your chat or address if needed, and send a test message')
  addOptions(add)
    .addOption(fiatOption())
    .addOption(exchangeOption('only prices of this exchange'))
    .addOption(methodOption())
    .action(async (options: Condition & ReceiverOptions & Scope & ScheduleOptions) => {
      const condition = { ...conditionOf(options), ...newSchedule(options) }
      const { exchange, paymentMethod: payment_method } = options
      const about = { ...condition, ...(await chosenFiat(cli, options)), exchange, payment_method }
      const { url, who } = await addressOf(cli, options)
      const webhook = await cli.request(({ webhooks }) => webhooks.create({ ...about, url }))
      cli.printReport({ ...alertsReport([webhook], []), answer: webhook })
      if (webhook.secret !== undefined)
        cli.terminal.printNote(
          say('Secret for checking the signatures, shown only once: {secret}', { secret: webhook.secret }),
        )
      await sendTest(cli, webhook, who)
    })
}

function addEdit(command: Command, cli: Cli): void {
  const edit = command.command('update <id>').description('change price, amount, receiver or times')
  addSwitch(addOptions(edit)).action(
    async (typed: string, options: Condition & ReceiverOptions & Switch & ScheduleOptions) => {
      refuseEmpty(options, say('p2p alerts update --help lists the options.'))
      const id = await recordId(cli, 'webhooks', typed)
      const before = await cli.request(({ webhooks }) => webhooks.get(id))
      const change = { ...changeOf(options, before), ...scheduleChange(options, before) }
      const place = receiversIn(options).length === 0 ? null : await addressOf(cli, options)
      const alert = await cli.request(({ webhooks }) =>
        webhooks.update(id, place === null ? change : { ...change, url: place.url }),
      )
      await printAlert(cli, alert)
      if (place !== null) await sendTest(cli, alert, place.who)
    },
  )
}

async function printAlert(cli: Cli, alert: Webhook): Promise<void> {
  const { inboxes } = await cli.request((p2p) => p2p.inboxes.list())
  cli.printReport(alertReport(alert, inboxes))
}

const thresholdsIn = ({ buyBelow, sellAbove, profitAbove }: Condition): number[] =>
  [buyBelow, sellAbove, profitAbove].filter((threshold) => threshold !== undefined)

function conditionOf(options: Condition) {
  const { buyBelow, sellAbove, profitAbove, amount } = options
  if (thresholdsIn(options).length !== 1)
    throw new CliError('usage', say('Give exactly one of --buy-below, --sell-above and --profit-above.'), example)
  const filled = amount === undefined ? {} : { fill_amount: amount }
  if (buyBelow !== undefined) return { event: 'best_buy' as const, threshold: buyBelow, ...filled }
  if (sellAbove !== undefined) return { event: 'best_sell' as const, threshold: sellAbove, ...filled }
  if (amount === undefined)
    throw new CliError('usage', say('--profit-above needs --amount.'), `${example} --amount 20000`)
  return { event: 'spread' as const, threshold: profitAbove ?? 0, amount }
}

const optionOf: Readonly<Record<string, string>> = {
  best_buy: '--buy-below',
  best_sell: '--sell-above',
  spread: '--profit-above',
}

/** An alert keeps the kind of its condition. */
function changeOf(options: Condition & Switch, alert: Webhook): WebhookChange {
  const { amount } = options
  const amounts = amount === undefined ? {} : alert.event === 'spread' ? { amount } : { fill_amount: amount }
  if (thresholdsIn(options).length === 0) return { ...amounts, ...enabledBy(options) }
  const { event, threshold } = conditionOf({ ...options, amount: amount ?? alert.amount ?? undefined })
  if (event !== alert.event)
    throw new CliError(
      'usage',
      say('The condition of this alert is: {condition}.', { condition: conditionInWords(alert) }),
      say('{command} changes it; p2p alerts create adds an alert of another kind.', {
        command: optionOf[alert.event] ?? 'p2p webhooks update',
      }),
    )
  return { threshold, ...amounts, ...enabledBy(options) }
}

const receiversIn = ({ telegram, email, url, ...web }: ReceiverOptions): (NewInbox | { readonly url: string })[] => [
  ...(telegram === true ? [{ kind: 'telegram' } as const] : []),
  ...(email === undefined ? [] : [{ kind: 'email', address: email } as const]),
  ...webKinds.flatMap((kind) => (web[kind] === undefined ? [] : { kind, address: web[kind] })),
  ...(url === undefined ? [] : [{ url }]),
]

/** Receiver of the alert. Reuse a confirmed chat or mail address; ask any other one for confirmation. */
async function addressOf(cli: Cli, options: ReceiverOptions) {
  const { email, language } = options
  const given = receiversIn(options)
  const [wanted] = given
  if (wanted === undefined || given.length > 1)
    throw new CliError(
      'usage',
      say('Give exactly one of --telegram, --email, --ntfy, --discord, --slack and --url.'),
      example,
    )
  if ('url' in wanted) return { url: wanted.url, who: wanted.url }
  const { inboxes } = await cli.request((p2p) => p2p.inboxes.list())
  const ready = inboxes.find(
    ({ kind, name, state }) =>
      state === 'confirmed' &&
      kind === wanted.kind &&
      (kind === 'telegram' || kind === 'email') &&
      (email === undefined || name === email.trim().toLowerCase()),
  )
  const inbox = ready ?? (await confirmed(cli, { ...wanted, language }))
  return { url: `inbox:${inbox.id}`, who: whoReads(inbox) }
}

const [pauseMs, patienceMs] = [1_000, 600_000]

/** A new inbox, once its reader has tapped the link. */
async function confirmed(cli: Cli, wanted: Parameters<typeof addInbox>[1]): Promise<Inbox> {
  const made = await addInbox(cli, wanted)
  // The server knows the topic or channel already.
  if (made.state === 'confirmed') return made
  if (made.start === null)
    cli.terminal.printNote(say('Tap the link in the message to {address}.', { address: made.name ?? '' }))
  else cli.terminal.printNote(startInstruction(made))
  const progress = cli.terminal.progress()
  progress.showProgress(say('waiting for the link to be tapped'))
  try {
    for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pauseMs) {
      await delay(pauseMs)
      const { inboxes } = await cli.request((p2p) => p2p.inboxes.list())
      const now = inboxes.find(({ id }) => id === made.id)
      if (now?.state === 'confirmed') return now
      if (now?.state !== 'waiting') break
    }
  } finally {
    progress.endProgress()
  }
  throw new CliError('failed', say('The link was not tapped.'), say('Run the command again after tapping it.'))
}

async function sendTest(cli: Cli, { id }: Webhook, who: string): Promise<void> {
  const {
    state,
    last_status: status,
    last_fault: fault,
  } = await waitForDelivery(cli, await cli.request(({ webhooks }) => webhooks.test(id)))
  if (state === 'delivered') return cli.terminal.printNote(say('Test message delivered to {who}.', { who }))
  const reason = fault === null ? (status ?? say('no answer yet')) : faultInWords(fault)
  cli.terminal.printWarning(say('Test message not delivered to {who} ({reason}).', { who, reason }))
}

function conditionInWords({ event, threshold, fiat, amount, fill_amount: filled }: Webhook): string {
  if (event === 'spread')
    return say('profit above {percent} % of {amount} {fiat}', {
      percent: grouped(threshold, 2),
      amount: grouped(amount ?? 0),
      fiat,
    })
  const slots = { price: priceText(threshold), fiat }
  if (filled === null)
    return event === 'best_buy' ? say('buy below {price} {fiat}', slots) : say('sell above {price} {fiat}', slots)
  const ofSize = { ...slots, amount: grouped(filled) }
  return event === 'best_buy'
    ? say('buy below {price} {fiat} for {amount} {fiat}', ofSize)
    : say('sell above {price} {fiat} for {amount} {fiat}', ofSize)
}

const whoReads = ({ kind, name }: Pick<Inbox, 'kind' | 'name'>): string =>
  kind === 'telegram' ? `Telegram${name === null ? '' : ` ${name}`}` : (name ?? kind)

/** Columns of which no alert has anything are left out on a screen. */
function columnsOf(
  alerts: readonly Webhook[],
  inboxes: readonly Inbox[],
  address: (who: unknown) => string = String,
): ColumnOf<Webhook>[] {
  const isUnset = (name: 'exchange' | 'payment_method') => alerts.every((alert) => alert[name] === null)
  const whenOf = (alert: Webhook) => inEnglish(() => conditionInWords(alert))
  const whens = new Map(alerts.map((alert) => [whenOf(alert), conditionInWords(alert)]))
  const readers = new Map(inboxes.map((inbox) => [`inbox:${inbox.id}`, whoReads(inbox)]))
  return [
    { name: 'when', value: whenOf, shown: (when) => whens.get(String(when)) ?? String(when) },
    { name: 'exchange', heading: 'on', hidden: isUnset('exchange'), shown: shownAsName },
    { name: 'payment_method', heading: 'pay with', flexible: true, hidden: isUnset('payment_method') },
    { name: 'sends_to', flexible: 1, value: ({ url }) => readers.get(url) ?? url, shown: address },
    ...scheduleColumns(alerts),
    { name: 'enabled' },
  ]
}

const reasonColumn: ColumnOf<Webhook> = { name: 'disabled_reason', heading: 'reason', shown: disabledInWords }

const alertsReport = (webhooks: readonly Webhook[], inboxes: readonly Inbox[]): Report => ({
  answer: webhooks,
  records: webhooks,
  empty: say('No alerts. Create one: {example}', { example }),
  table: tableOf(webhooks, [
    ...columnsOf(webhooks, inboxes, (who) => hostOf(String(who))),
    { ...reasonColumn, flexible: true, hidden: webhooks.every((alert) => alert.disabled_reason === null) },
    { name: 'id', shown: shortId },
  ]),
})

const alertReport = (alert: Webhook, inboxes: readonly Inbox[]): Report => ({
  ...alertsReport([alert], inboxes),
  ...keyValues(alert, [
    ...columnsOf([alert], inboxes),
    reasonColumn,
    { name: 'consecutive_failures', heading: 'failures', kind: 'count' },
    { name: 'created_at', heading: 'created', kind: 'time' },
    { name: 'id' },
  ]),
})
