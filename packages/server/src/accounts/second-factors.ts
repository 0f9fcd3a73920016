import { ApiError } from '../base/errors/api-error.js'
import { codeRequired, wrongCode } from '../base/errors/authentication-errors.js'
import { OperatorError } from '../base/errors/operator-error.js'
import type { Clock } from '../base/time/clock.js'
import { type LogInRecorder, type LoginThrottle, reserveAttempt } from './log-in-attempts.js'
import type { CredentialStore, SecondFactor, SecondFactorStore } from './login-stores.js'
import { byOperator, type ReportSecurityEvent } from './security-events.js'
import { makeFactorSecret, makeRecoveryCodes, plainCode, recoveryDigestOf, type TextBox } from './tokens.js'
import { bytesOfBase32, matchingStep } from './totp.js'

type CodeSender = { readonly accountId: string; readonly email: string; readonly network: string }

export const createRemoveSecondFactor =
  ({
    logins,
    secondFactors,
    report,
  }: {
    logins: Pick<CredentialStore, 'findByEmail'>
    secondFactors: SecondFactorStore
    report: ReportSecurityEvent
  }) =>
  async (email: string): Promise<void> => {
    const login = await logins.findByEmail(email.trim().toLowerCase())
    if (login === null) throw new OperatorError('No account has this address.')
    if (!(await secondFactors.turnOff(login.accountId))) throw new OperatorError('This account has no second factor.')
    report({ event: 'second_factor_off', accountId: login.accountId, ...byOperator })
  }

export function createSecondFactors(ports: {
  store: SecondFactorStore
  secretBox: TextBox
  loginThrottle: LoginThrottle
  logInRecord: Pick<LogInRecorder, 'failed' | 'locked'>
  publicUrl: () => string
  clock: Clock
}) {
  const { store, secretBox, loginThrottle, logInRecord, publicUrl, clock } = ports

  const stepIn = (secret: string, code: string, usedStep: number): number | null => {
    const bytes = bytesOfBase32(secret)
    return bytes === null ? null : matchingStep(bytes, code, clock.wallMs(), usedStep)
  }

  /** Uses the code up: of those who send it at once one is let in. */
  const acceptsCode = async ({ accountId, sealedSecret, usedStep }: SecondFactor, code: string): Promise<boolean> => {
    const secret = secretBox.canOpen(sealedSecret, accountId) ? secretBox.open(sealedSecret, accountId) : null
    const step = secret === null ? null : stepIn(secret, plainCode(code), usedStep)
    return step === null ? store.useRecovery(accountId, recoveryDigestOf(code)) : store.useStep(accountId, step)
  }

  /** Codes have their own limit per account, over all networks, because only users with the right password get here. */
  const verifyCode = async (
    factor: SecondFactor,
    { accountId, email, network }: CodeSender,
    code: string,
  ): Promise<void> => {
    const name = `code of ${accountId}`
    const attempt = await reserveAttempt(loginThrottle, { network: name, email: name }, (waitSeconds) =>
      logInRecord.locked(network, email, waitSeconds),
    )
    if (!(await acceptsCode(factor, code))) {
      logInRecord.failed(accountId, network)
      throw wrongCode()
    }
    attempt.wasRight()
  }

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
      const usedStep = stepIn(wish.secret, plainCode(wish.code), 0)
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
      await verifyCode(factor, sender, code)
      await store.turnOff(sender.accountId)
    },

    /** For a log-in whose password was right. Throws unless the account needs no code or this one is right. */
    requireCode: async (sender: CodeSender, code: string | undefined): Promise<void> => {
      const factor = await store.find(sender.accountId)
      if (factor === null) return
      if (code === undefined) throw codeRequired()
      await verifyCode(factor, sender, code)
    },
  }
}

export type SecondFactors = ReturnType<typeof createSecondFactors>
