import { z } from 'zod'
import type { Input } from '../../endpoint/input.js'
import { planNames } from '../../endpoint/plans.js'
import { ownWords, typed } from '../../endpoint/type-names.js'
import type { InboxLanguage, PlanName } from '../../generated/types.js'
import { inboxLanguages } from '../alerts/inboxes.js'

const emailMeta = { description: 'E-mail address, in any case.', examples: ['ann@example.com'] }

export const email: Input<string> = {
  schema: z
    .string()
    .max(254)
    .transform((text) => text.trim().toLowerCase())
    .pipe(z.string().regex(/^[!-?A-~]{1,64}@[a-z0-9.-]{1,189}$/))
    .meta(emailMeta),
  expects: 'an e-mail address',
}

/**
 * An address that mail can reach: its domain has two names or more, and each begins and ends with a letter or a digit.
 */
export const newEmail: Input<string> = {
  schema: email.schema.refine((address) => isReachable(address)).meta(emailMeta),
  expects: 'an e-mail address like ann@example.com',
}

function isReachable(address: string): boolean {
  const [name = '', domain = ''] = address.split('@')
  return (
    /^[^.].*$/.test(name) &&
    !/\.$|\.\./.test(name) &&
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(domain)
  )
}

export const shortestPassword = 10

export const password = (description: string): Input<string> => ({
  schema: z
    .string()
    .min(shortestPassword)
    .max(128)
    .meta({ description, examples: ['correct horse battery'] }),
  expects: `a text of ${shortestPassword} to 128 characters`,
})

export const factorCode: Input<string> = {
  schema: z
    .string()
    .min(6)
    .max(40)
    .meta({ description: 'Six digits of the authenticator app, or a recovery code.', examples: ['492039'] }),
  expects: 'six digits, or a recovery code',
}

export const mailLanguage: Input<InboxLanguage | undefined> = {
  schema: ownWords('InboxLanguage', inboxLanguages)
    .meta({ description: 'Language of the mail; English if absent.' })
    .optional(),
  expects: inboxLanguages.join(' or '),
  words: inboxLanguages,
}

export const linkToken = (description: string): Input<string> => ({
  schema: z
    .string()
    .min(1)
    .max(512)
    .meta({ description, examples: ['V3r7c0d3'] }),
  expects: 'the text after the # of the link',
})

/** One line of text for people to read, with nothing in it that a screen would obey. */
export const plainLine = (longest: number, meta: { description: string; examples?: string[] }): Input<string> => ({
  schema: z
    .string()
    .transform((text) => text.normalize('NFC').trim())
    .refine((text) => text !== '' && [...text].length <= longest && !unprintable.test(text))
    .pipe(z.string())
    .meta({ minLength: 1, maxLength: longest, ...meta }),
  expects: `a text of 1 to ${longest} characters, on one line`,
})

const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

export const planInput: Input<PlanName> = {
  schema: typed('LooseEnum<PlanName>', z.enum(planNames)).meta({ description: 'A plan.', examples: ['Pro'] }),
  expects: `one of ${planNames.join(', ')}`,
  words: planNames,
}

export const optional = <Value>({ schema, expects }: Input<Value>): Input<Value | undefined> => ({
  schema: schema.optional(),
  expects,
})
