import type { Field } from '../routes/fields.js'

export const feeField: Field<string> = {
  preset: '1',
  read: (text) => (/^\d{1,4}(\.\d{1,8})?$/.test(text) && Number(text) <= 1_000 ? String(Number(text)) : null),
  print: (text) => text,
}
