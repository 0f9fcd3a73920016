import { z } from 'zod'
import { defineEndpoint, forUsers, withoutAnswer } from '../../endpoint/define-endpoint.js'
import type { Input } from '../../endpoint/input.js'
import type { FactorProposal, RecoveryCodes } from '../../generated/types.js'
import { factorCode, password } from './sign-in-and-account-inputs.js'

const secretText = z.string().regex(/^[A-Z2-7]{32}$/)
const exampleSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

const proposal: z.ZodType<FactorProposal> = z
  .object({
    secret: secretText.meta({ description: 'Secret in Base 32, for typing into an app.' }),
    link: z.string().meta({ description: '`otpauth` address that opens an authenticator app.' }),
  })
  .meta({ id: 'FactorProposal' })

export const proposeFactor = defineEndpoint({
  ...forUsers,
  name: 'second-factor.propose',
  method: 'POST',
  path: '/second-factor/proposals',
  summary: 'Create a secret for an authenticator app',
  description:
    'Creates a secret for time-based codes (RFC 6238: SHA-1, 30 seconds, 6 digits). The second factor stays off until you call `second-factor.turn-on`.',
  status: 201,
  answer: proposal,
  example: {
    secret: exampleSecret,
    link: `otpauth://totp/rates.example.com:ann%40example.com?secret=${exampleSecret}&issuer=rates.example.com`,
  },
})

const secret: Input<string> = {
  schema: secretText.meta({ description: 'The proposed secret.', examples: [exampleSecret] }),
  expects: 'the secret that was proposed',
}

const codes: z.ZodType<RecoveryCodes> = z
  .object({
    recovery_codes: z.array(z.string()).meta({
      description: 'Ten single-use codes in case the app is lost. They are shown only in this answer.',
    }),
  })
  .meta({ id: 'RecoveryCodes' })

export const turnFactorOn = defineEndpoint({
  ...forUsers,
  name: 'second-factor.turn-on',
  method: 'POST',
  path: '/second-factor',
  summary: 'Turn the second factor on',
  description:
    'Turns the second factor on, so each later log-in needs a code. Send the password and a code; the code proves that the app has the secret.',
  body: { secret, code: factorCode, current_password: password('Password of the account.') },
  status: 201,
  answer: codes,
  example: { recovery_codes: ['ABCD-EFGH-IJKL-MNOP', 'QRST-UVWX-YZ23-4567'] },
  errors: ['wrong_login', 'wrong_code', 'rate_limited', 'storage_unavailable'],
})

export const turnFactorOff = defineEndpoint({
  ...forUsers,
  name: 'second-factor.turn-off',
  method: 'DELETE',
  path: '/second-factor',
  summary: 'Turn the second factor off',
  description:
    'Turns the second factor off, so later log-ins need only the password. Send the password and a code. If a user has lost the app and the recovery codes, the operator can turn the second factor off with `p2p-server accounts remove-second-factor`.',
  body: { current_password: password('Password of the account.'), code: factorCode },
  ...withoutAnswer,
  errors: ['wrong_login', 'wrong_code', 'rate_limited', 'storage_unavailable'],
})
