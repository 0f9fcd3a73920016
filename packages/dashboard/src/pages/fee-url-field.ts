import type { UrlField } from '../routes/url-fields.js'

export const feeUrlField: UrlField<string> = {
  preset: '1',
  read: (text) => (/^\d{1,4}(\.\d{1,8})?$/.test(text) && Number(text) <= 1_000 ? String(Number(text)) : null),
  print: (text) => text,
}
