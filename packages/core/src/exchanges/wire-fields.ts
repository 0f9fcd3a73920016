import { z } from 'zod'

/** For a field that no recording shows: if it comes in another shape, that costs the field, never the ad. */
export const lenientField = <T extends z.ZodType>(schema: T) => schema.nullable().catch(null)

/** An id that an exchange sends as text or as a number. It is only compared and shown. */
export const wireId = z.union([z.string(), z.int()]).transform(String)

export const commaSeparatedIds = (text: string): readonly string[] =>
  text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')

/** Names by id in a list of an exchange. Some entries are odd, so each is judged alone. */
export const namesIn = (
  list: readonly unknown[],
  entry: z.ZodType<readonly [string, string]>,
): ReadonlyMap<string, string> =>
  new Map(list.map((each) => entry.safeParse(each).data).filter((pair) => pair !== undefined))
