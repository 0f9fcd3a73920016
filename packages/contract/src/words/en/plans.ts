export const plans = {
  'plans.trades': 'no|one|two|three|four|five|six|seven|eight|nine|ten|{n}|{n}|{n}',
  'plans.exchanges': 'no|one|two|three|four|five|six|seven|eight|nine|ten|{n}',
  'plans.on_one': 'on {exchange}',
  'plans.on_several': 'on {exchanges} exchanges',
  'plans.got': 'one trade: {sum} from {who} {place}.',
  'plans.paid': 'one trade: {sum} to {who} {place}.',
  'plans.many': '{trades} trades {place}: {sum}{moving}.',
  'plans.gains': '{trades} {place}: +{sum}{moving}.',
  'plans.saves': '{trades} {place}: saves {sum}{moving}.',
  'plans.moving': ', less {fee} USDT to move',
  'plans.worth.one': 'the one trade below gains most if one more trade costs {worth} USDT of your time.',
  'plans.worth.many': 'the {trades} trades below gain most if one more trade costs {worth} USDT of your time.',
} as const
