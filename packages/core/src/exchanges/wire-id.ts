import { z } from 'zod'

/** An id that an exchange sends as text or as a number. It is only compared and shown. */
export const wireId = z.union([z.string(), z.int()]).transform(String)
