import type { APIPromise, NewWebhook, P2P, WebhookChange, WebhookWithSecret } from '@p2p-rates/sdk'
import { type Command, Option } from 'commander'
import type { Cli } from '../cli.js'
import { CliError, exitCodes } from '../cli-error.js'
import { chosenFiat } from '../input/chosen-fiat.js'
import {
  exchangeOption,
  fiatOption,
  methodOption,
  oneOf,
  readAmount,
  readFee,
  readHold,
  readHours,
  readSigned,
} from '../input/options.js'
import { completeId } from '../reports/short-ids.js'
import { deliveriesReport, deliveryReport, webhookReport, webhooksReport } from '../reports/webhook-reports.js'
import { waitForDelivery } from '../wait-for-delivery.js'
import { say } from '../words/say.js'
import { addDelete, addSwitch, enabledBy, recordId, type Switch } from './account-records.js'
import type { CommandFactory } from './command-factory.js'
import { addSchedule, newSchedule, type ScheduleOptions, scheduleChange, withoutSchedule } from './schedule-options.js'

export const define: CommandFactory = (command, cli) => {
  const ask = <T>(question: (webhooks: P2P['webhooks']) => APIPromise<T>) =>
    cli.request(({ webhooks }) => question(webhooks))
  const idOf = (typed: string) => recordId(cli, 'webhooks', typed)

  command
    .command('list')
    .description('list all')
    .action(async () => {
      const { webhooks } = await ask((hooks) => hooks.list())
      cli.printReport({ ...webhooksReport(webhooks), answer: { webhooks } })
    })
  addCreate(command, cli)
  command
    .command('get <id>')
    .description('show one')
    .action(async (typed: string) => {
      const id = await idOf(typed)
      cli.printReport(webhookReport(await ask((hooks) => hooks.get(id))))
    })
  addUpdate(command, cli)
  addDelete(command, cli, 'webhooks', 'delete one')
  command
    .command('test <id>')
    .description('send a signed ping and wait for the answer')
    .action(async (typed: string) => {
      const id = await idOf(typed)
      const delivery = await waitForDelivery(cli, await ask((hooks) => hooks.test(id)))
      cli.printReport(deliveryReport(delivery))
      if (delivery.state !== 'delivered') cli.setExitCode(exitCodes.failed.code)
    })
  command
    .command('deliveries <id>')
    .description('list deliveries and their results')
    .action(async (typed: string) => {
      const id = await idOf(typed)
      const { deliveries } = await ask((hooks) => hooks.deliveries(id))
      cli.printReport({ ...deliveriesReport(deliveries), answer: { deliveries } })
    })
  command
    .command('resend <id> <delivery-id>')
    .description('send a delivery again')
    .action(async (typed: string, typedDelivery: string) => {
      const id = await idOf(typed)
      const deliveryId = await completeId(
        typedDelivery,
        async () => (await ask((hooks) => hooks.deliveries(id))).deliveries,
      )
      cli.printReport(deliveryReport(await ask((hooks) => hooks.resend(id, deliveryId))))
    })
  addRotation(command, cli)
  command
    .command('activate-secret <id>')
    .description('after a rotation: sign with the new secret only')
    .action(async (typed: string) => {
      const id = await idOf(typed)
      cli.printReport(webhookReport(await ask((hooks) => hooks.activateSecret(id))))
    })
}

const kinds = ['spread', 'best_buy', 'best_sell']
const confidences = ['medium', 'high']

type ConditionOptions = {
  readonly confidence?: NewWebhook['min_confidence']
  readonly fillAmount?: number | undefined
  readonly holdSeconds?: number | undefined
}

const addConditions = (command: Command): Command =>
  command
    .option('--fill-amount <n>', 'use the average price of this amount, not the best price', readAmount)
    .addOption(
      new Option('--confidence <level>', 'minimum confidence to fire (default: medium)')
        .choices(confidences)
        .argParser(oneOf(confidences)),
    )
    .option('--hold-seconds <n>', 'fire after this many seconds beyond the threshold', readHold)

const conditionsOf = ({ confidence, fillAmount, holdSeconds: hold }: ConditionOptions) => ({
  ...(confidence === undefined ? {} : { min_confidence: confidence }),
  ...(fillAmount === undefined ? {} : { fill_amount: fillAmount }),
  ...(hold === undefined ? {} : { hold_seconds: hold }),
})

type CreateOptions = Pick<NewWebhook, 'url' | 'threshold' | 'fiat' | 'exchange' | 'description' | 'hysteresis'> &
  ConditionOptions &
  ScheduleOptions & {
    readonly event: NewWebhook['event']
    readonly amount?: number
    readonly paymentMethod?: string
  }

/** The profit of a round depends on its amount. */
function occasionOf({ event, amount }: Pick<CreateOptions, 'event' | 'amount'>) {
  if (event !== 'spread') return { event, amount }
  if (amount === undefined)
    throw new CliError(
      'usage',
      say('Missing --amount.'),
      say('A spread webhook needs the amount of the round trip: --amount 20000'),
    )
  return { event, amount }
}

function addCreate(command: Command, cli: Cli): void {
  const add = command
    .command('create')
    .description('create one; its secret is shown only once')
    .requiredOption('--url <url>', 'HTTPS address of the receiver, or inbox:ID')
    .addOption(
      new Option('--event <kind>', 'condition to wait for')
        .choices(kinds)
        .argParser(oneOf(kinds))
        .makeOptionMandatory(),
    )
    .requiredOption('--threshold <n>', 'percentage for spread, otherwise a price', readSigned)
    .option('-a, --amount <n>', 'amount of the round trip, for spread', readAmount)
    .addOption(fiatOption())
    .addOption(exchangeOption('only prices of this exchange'))
    .addOption(methodOption())
    .option('--description <text>', 'note')
    .option('--hysteresis <n>', 'distance back from the threshold before it can fire again', readFee)
  addSchedule(addConditions(add)).action(async (typed: CreateOptions) => {
    const { schedule, rest } = withoutSchedule(typed)
    const { paymentMethod, confidence, fillAmount, holdSeconds, ...options } = rest
    const occasion = occasionOf(options)
    const hook = {
      ...options,
      ...occasion,
      ...conditionsOf({ confidence, fillAmount, holdSeconds }),
      ...newSchedule(schedule),
      ...(await chosenFiat(cli, options)),
      ...(paymentMethod === undefined ? {} : { payment_method: paymentMethod }),
    }
    await printWithSecret(cli, await cli.request(({ webhooks }) => webhooks.create(hook)))
  })
}

type UpdateOptions = Pick<WebhookChange, 'url' | 'threshold' | 'amount' | 'description'> &
  ConditionOptions &
  ScheduleOptions &
  Switch

function addUpdate(command: Command, cli: Cli): void {
  const edit = addSwitch(
    command
      .command('update <id>')
      .description('change the given fields')
      .option('--url <url>', 'HTTPS address of the receiver')
      .option('--threshold <n>', 'percentage for spread, otherwise a price', readSigned)
      .option('-a, --amount <n>', 'amount of the round trip, for spread', readAmount)
      .option('--description <text>', 'note'),
  )
  addSchedule(addConditions(edit)).action(async (typed: string, options: UpdateOptions) => {
    if (Object.keys(options).length === 0)
      throw new CliError('usage', say('Nothing to change.'), say('p2p webhooks update --help lists the options.'))
    const { schedule, rest } = withoutSchedule(options)
    const { enable, disable, confidence, fillAmount, holdSeconds, ...change } = rest
    const id = await recordId(cli, 'webhooks', typed)
    const changes = {
      ...change,
      ...conditionsOf({ confidence, fillAmount, holdSeconds }),
      ...scheduleChange(schedule, await cli.request(({ webhooks }) => webhooks.get(id))),
      ...enabledBy({ enable, disable }),
    }
    cli.printReport(webhookReport(await cli.request(({ webhooks }) => webhooks.update(id, changes))))
  })
}

function addRotation(command: Command, cli: Cli): void {
  command
    .command('rotate-secret <id>')
    .description('replace the secret; the new one is shown only once')
    .option('--overlap-hours <n>', 'hours during which the old secret signs, too; 0: none (default: 24)', readHours)
    .action(async (typed: string, { overlapHours: overlap }: { overlapHours?: number }) => {
      const id = await recordId(cli, 'webhooks', typed)
      const change = overlap === undefined ? {} : { overlap_hours: overlap }
      const rotated = await cli.request(({ webhooks }) => webhooks.rotateSecret(id, change))
      await printWithSecret(cli, rotated)
      if (rotated.old_secret_expires_at !== null)
        cli.terminal.printNote(
          say('Configure your receiver with it, then run: p2p webhooks activate-secret {id}', { id }),
        )
    })
}

async function printWithSecret(cli: Cli, webhook: WebhookWithSecret): Promise<void> {
  cli.printReport(webhookReport(webhook))
  if (webhook.secret !== undefined)
    cli.terminal.printNote(say('Save the secret: it is shown only once. Your receiver checks signatures with it.'))
}
