import { codeRequired, wrongCode } from '../base/errors/account-errors.js'
import { ApiError } from '../base/errors/api-error.js'
import { reserveAttempt } from './log-in-attempts.js'
import type { SecondFactor } from './login-stores.js'
import type { AccountContext } from './open-accounts.js'
import { makeFactorSecret, makeRecoveryCodes, plainCode, recoveryDigestOf } from './tokens.js'
import { bytesOfBase32, matchingStep } from './totp.js'

type CodeSender = { readonly accountId: string; readonly email: string; readonly network: string }

export function createSecondFactors(context: AccountContext) {
  const {
    store: { secondFactors: store },
    secretBox,
    publicUrl,
    clock,
  } = context
  return {
    isOn: async (accountId: string): Promise<boolean> => (await store.find(accountId)) !== null,

    /** A new secret. Nothing is stored until a code of it comes back. */
    propose: (email: string): { readonly secret: string; readonly link: string } => {
      const secret = makeFactorSecret()
      const host = new URL(publicUrl()).host
      const label = `${encodeURIComponent(host)}:${encodeURIComponent(email)}`
      return { secret, link: `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(host)}` }
    },

    /** Returns the recovery codes, which are here and nowhere else. */
    turnOn: async (accountId: string, wish: { secret: string; code: string }): Promise<readonly string[]> => {
      const usedStep = stepIn(wish.secret, plainCode(wish.code), { nowMs: clock.wallMs(), usedStep: 0 })
      if (usedStep === null) throw wrongCode()
      const codes = makeRecoveryCodes()
      const isOn = await store.turnOn({
        accountId,
        sealedSecret: secretBox.seal(wish.secret, accountId),
        usedStep,
        recovery: codes.map(recoveryDigestOf),
        createdAtMs: clock.wallMs(),
      })
      if (!isOn) throw new ApiError({ code: 'invalid_parameter', message: 'Turn the present second factor off first.' })
      return codes
    },

    turnOff: async (sender: CodeSender, code: string): Promise<void> => {
      const factor = await store.find(sender.accountId)
      if (factor === null) return
      await verifyCode(context, factor, sender, code)
      await store.turnOff(sender.accountId)
    },

    /** For a log-in whose password was right. Throws unless the account needs no code or this one is right. */
    requireCode: async (sender: CodeSender, code: string | undefined): Promise<void> => {
      const factor = await store.find(sender.accountId)
      if (factor === null) return
      if (code === undefined) throw codeRequired()
      await verifyCode(context, factor, sender, code)
    },
  }
}

export type SecondFactors = ReturnType<typeof createSecondFactors>

/** Codes have their own limit per account, over all networks, because only users with the right password get here. */
async function verifyCode(
  context: AccountContext,
  factor: SecondFactor,
  sender: CodeSender,
  code: string,
): Promise<void> {
  const { guard } = context
  const name = `code of ${sender.accountId}`
  const attempt = await reserveAttempt(guard, { network: name, email: name }, sender)
  if (!(await acceptsCode(context, factor, code))) {
    guard.record.failed(sender.accountId, sender.network)
    throw wrongCode()
  }
  attempt.wasRight()
}

/** Uses the code up: of several requests with the same code, one is accepted. */
async function acceptsCode(context: AccountContext, factor: SecondFactor, code: string): Promise<boolean> {
  const {
    store: { secondFactors: store },
    secretBox,
    clock,
  } = context
  const { accountId, sealedSecret, usedStep } = factor
  const secret = secretBox.canOpen(sealedSecret, accountId) ? secretBox.open(sealedSecret, accountId) : null
  const step = secret === null ? null : stepIn(secret, plainCode(code), { nowMs: clock.wallMs(), usedStep })
  return step === null ? store.useRecovery(accountId, recoveryDigestOf(code)) : store.useStep(accountId, step)
}

function stepIn(secret: string, code: string, { nowMs, usedStep }: { nowMs: number; usedStep: number }): number | null {
  const bytes = bytesOfBase32(secret)
  return bytes === null ? null : matchingStep(bytes, code, nowMs, usedStep)
}
