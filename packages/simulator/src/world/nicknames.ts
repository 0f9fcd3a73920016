import type { Random } from '@p2p-rates/core/internal'

export function nickname(random: Random): string {
  const style = random.next()
  if (style < 0.42) return `${random.pick(firsts)}${random.pick(['', '_', '-', '.'])}${random.pick(seconds)}`
  if (style < 0.62) return `${random.pick(firsts)}${random.integer(7, 9999)}`
  if (style < 0.76) return `${random.pick(emoji)} ${random.pick(seconds)} ${random.pick(emoji)}`
  if (style < 0.88) return `${random.pick(cyrillic)}${random.chance(0.5) ? ` ${random.pick(emoji)}` : ''}`
  if (style < 0.95) return `${random.pick(elsewhere)}${random.integer(1, 99)}`
  return `User-${random.integer(0x10000, 0xfffff).toString(16)}`
}

const firsts =
  'Amber Birch Cedar Dune Ember Fjord Garnet Harbor Iris Juniper Kestrel Lynx Maple Nimbus Onyx Pebble Quartz Raven Sable Thistle Umber Violet Willow Zephyr'.split(
    ' ',
  )
const seconds =
  'Desk Exchange Swap Trade Coin Pay Till Market Vault Bridge Counter Stall Dealer OTC FX Ledger Pocket Corner House Mint'.split(
    ' ',
  )
const cyrillic = ['Тиха Гавань', 'Швидкий Лис', 'Старий Млин', 'Біла Сова', 'Ясен', 'Синій Кит', 'Горіх', 'Вишня']
const elsewhere = [
  '青い山',
  '小河',
  'Çınar',
  'Ağaç',
  'Łąka',
  'Đồi Xanh',
  'नीला',
  'მთა',
  'Արև',
  'Şəfəq',
  'Ñandú',
  'Kopečky',
]
const emoji = ['⚡', '🌊', '🦊', '🧭', '🪵', '💎', '🌙', '🍋', '🛶', '🏔️', '👨‍🚀', '🇺🇦']

/** Names that attack whatever shows or stores them. Harmless to a program that treats text as text. */
export const hostileNicknames: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'; DROP TABLE ads; --",
  '=HYPERLINK("http://trap.invalid","win")',
  '\u001b[2J\u001b[31mred\u001b[0m',
  '\u001b]0;title\u0007\u009b1A',
  'user\u202Egpj.exe',
  'zero\u200Bwidth\uFEFF\u2066isolate\u2069',
  '__proto__',
  'constructor',
  'toString',
  'a'.repeat(4000),
  'Z̸̢̛͎͚̳̼̈́a̷̡̛̰̬̖͂l̶̢̛͔̗̈́g̵̨̛̞̘̈́o̸',
  'half\uD83D surrogate',
  'line\r\nSet-Cookie: a=b',
  '#{7*7}{{7*7}}%s%n',
  '   ',
  '\u0000nul',
]
