import type { plans as english } from '../en/plans.js'
import type { Translated } from '../shared-words.js'

export const plans: Translated<typeof english> = {
  'plans.trades':
    'жодної угоди|одна угода|дві угоди|три угоди|чотири угоди|п’ять угод|шість угод|сім угод|вісім угод|дев’ять угод|десять угод|{n} угода|{n} угоди|{n} угод',
  'plans.exchanges': 'жодній|одній|двох|трьох|чотирьох|п’яти|шести|семи|восьми|дев’яти|десяти|{n}',
  'plans.on_one': 'на {exchange}',
  'plans.on_several': 'на {exchanges} біржах',
  'plans.got': 'одна угода: {sum} від {who} {place}.',
  'plans.paid': 'одна угода: {sum} для {who} {place}.',
  'plans.many': '{trades} {place}: {sum}{moving}.',
  'plans.gains': '{trades} {place}: +{sum}{moving}.',
  'plans.saves': '{trades} {place}: на {sum} менше{moving}.',
  'plans.moving': ', мінус {fee} USDT за переказ',
  'plans.worth.one': 'одна угода нижче дає найбільше, якщо кожна додаткова угода коштує {worth} USDT вашого часу.',
  'plans.worth.many': '{trades} нижче дають найбільше, якщо кожна додаткова угода коштує {worth} USDT вашого часу.',
}
