import type { z } from 'zod'

/**
 * For a field that no recording shows, only other people's type definitions: when it comes in another shape,
 * that costs the field, never the ad.
 */
export const lenientField = <T extends z.ZodType>(schema: T) => schema.nullable().catch(null)
