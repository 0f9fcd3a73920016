import { z } from 'zod'
import type { Input } from '../input.js'

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
