/** Names that try to break out of a Redis key. */
export const hostileNames = [
  '',
  ' ',
  '{}',
  '{}{}',
  '}{acc_2}:1',
  '*',
  'id',
  '__proto__',
  'told\r\nFLUSHALL\r\n',
  '\u0000',
  '2001:db8::/64',
  '🦊 é',
  'x'.repeat(5_000),
] as const
