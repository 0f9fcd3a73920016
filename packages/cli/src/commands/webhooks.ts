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
import { addSchedule, newSchedule, type ScheduleOptions, scheduleChange, withoutSchedule } from './schedule-options.js'

export const define: CommandFactory = (command, cli) => {
  const ask = <T>(question: (webhooks: P2P['webhooks']) => APIPromise<T>) =>
    cli.request(({ webhooks }) => question(webhooks))
  const addOnHook = addForOne(command, cli, 'webhooks')

  addList(command, cli, async () => {
    const { webhooks } = await ask((hooks) => hooks.list())
    return { ...webhooksReport(webhooks), answer: { webhooks } }
  })
  addCreate(command, cli)
  addOnHook('get', 'show one', async (id) => cli.printReport(webhookReport(await ask((hooks) => hooks.get(id)))))
  addUpdate(command, cli)
  addDelete(command, cli, 'webhooks', 'delete one')
  addOnHook('test', 'send a signed ping and wait for the answer', async (id) => {
    const delivery = await waitForDelivery(cli, await ask((hooks) => hooks.test(id)))
    cli.printReport(deliveryReport(delivery))
    if (delivery.state !== 'delivered') cli.setExitCode(exitCodes.failed.code)
  })
  addOnHook('deliveries', 'list deliveries and their results', async (id) => {
    const { deliveries } = await ask((hooks) => hooks.deliveries(id))
    cli.printReport({ ...deliveriesReport(deliveries), answer: { deliveries } })
  })
  command
    .command('resend <id> <delivery-id>')
    .description('send a delivery again')
    .action(async (typed: string, typedDelivery: string) => {
      const id = await recordId(cli, 'webhooks', typed)
      const deliveryId = await completeId(
        typedDelivery,
        async () => (await ask((hooks) => hooks.deliveries(id))).deliveries,
      )
      cli.printReport(deliveryReport(await ask((hooks) => hooks.resend(id, deliveryId))))
    })
  addRotation(command, cli)
  addOnHook('activate-secret', 'after a rotation: sign with the new secret only', async (id) =>
    cli.printReport(webhookReport(await ask((hooks) => hooks.activateSecret(id)))),
  )
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

const conditionsOf = ({ confidence, fillAmount, holdSeconds }: ConditionOptions) => ({
  min_confidence: confidence,
  fill_amount: fillAmount,
  hold_seconds: holdSeconds,
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
      payment_method: paymentMethod,
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
    refuseEmpty(options, say('p2p webhooks update --help lists the options.'))
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
      const rotated = await cli.request(({ webhooks }) => webhooks.rotateSecret(id, { overlap_hours: overlap }))
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
