export const methodClasses = ['bank', 'card', 'wallet', 'cash', 'voucher', 'transfer'] as const
export type MethodClass = (typeof methodClasses)[number]

/**
 * Class → home countries (`any`, or ISO codes separated by spaces) → one row per method.
 * A row is `name | alias | exchange:code`. Case, accents, spaces and punctuation need no alias of their own.
 */
export type MethodTable = Readonly<Partial<Record<MethodClass, Readonly<Record<string, readonly string[]>>>>>
