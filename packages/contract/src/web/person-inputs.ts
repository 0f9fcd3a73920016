import { z } from 'zod'
import type { Input } from '../input.js'
import { type PlanName, planNames } from '../plans.js'

/** What people type to log in. */

export const email: Input<string> = {
  schema: z
    .string()
    .max(254)
    .transform((text) => text.trim().toLowerCase())
    .pipe(z.string().regex(/^[!-?A-~]{1,64}@[a-z0-9.-]{1,189}$/))
    .meta({ description: 'E-mail address, in any case.', examples: ['ann@example.com'] }),
  expects: 'an e-mail address',
}

export const password = (description: string): Input<string> => ({
  schema: z
    .string()
    .min(10)
    .max(128)
    .meta({ description, examples: ['correct horse battery'] }),
  expects: 'a text of 10 to 128 characters',
})

/** The secret of a link. */
export const linkToken = (description: string): Input<string> => ({
  schema: z
    .string()
    .min(1)
    .max(128)
    .meta({ description, examples: ['V3r7c0d3'] }),
  expects: 'what stands after the # of the link',
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
  schema: z.enum(planNames).meta({ description: 'A plan.', examples: ['Pro'] }),
  expects: `one of ${planNames.join(', ')}`,
  words: planNames,
}

/** The same, or nothing. */
export const optional = <Value>({ schema, expects }: Input<Value>): Input<Value | undefined> => ({
  schema: schema.optional(),
  expects,
})
