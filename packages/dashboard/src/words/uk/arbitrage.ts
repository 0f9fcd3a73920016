import type { Translation } from '../dictionary.js'
import type { arbitrage as english } from '../en/arbitrage.js'

export const arbitrage: Translation<typeof english> = {
  'arb.title': 'Арбітраж у валюті {fiat}',
  'arb.in': 'Арбітраж у',
  'arb.sentence': 'Купую й продаю на {amount} {fiat}, переказ коштує {fee} USDT',
  'arb.fee': 'Вартість переказу, USDT',
  'arb.best':
    'Найкраще зараз: купити на {buy}, продати на {sell}. Вам лишається {money} {fiat} ({percent}) після комісії.',
  'arb.best.one':
    'Найкраще зараз: купити й продати на {buy}. Вам лишається {money} {fiat} ({percent}); переказу немає.',
  'arb.best.across':
    'Найкраще між двома біржами: купити на {buy}, продати на {sell}, лишається {money} {fiat} ({percent}) після комісії.',
  'arb.nothing': 'Жодна кругова угода в {fiat} зараз не дає прибутку',
  'arb.nothing.best':
    'Найкраща пара втрачає {percent}: купити на {buy} за {buy_price}, продати на {sell} за {sell_price}.',
  'arb.nothing.none': 'Жодна пара бірж не приймає цієї суми з додатною різницею.',
  'arb.hint':
    'Гроші повернуться на іншу картку чи в інший банк, якщо обидва учасники дотримають слова. Цінам не більше {age}; їх може вже не бути.',
  'arb.routes': {
    one: '{n} шлях із додатною різницею',
    few: '{n} шляхи з додатною різницею',
    many: '{n} шляхів із додатною різницею',
    other: '{n} шляху з додатною різницею',
  },
  'arb.legend.gross': 'різниця',
  'arb.legend.fee': 'комісія',
  'arb.legend.net': 'чистими',
  'arb.route': 'Шлях',
  'arb.left': 'Вам лишається, {fiat}',
  'arb.bars': 'Різниця, комісія, решта',
  'arb.bars.words': 'різниця {gross}, комісія {fee}, чистими {net}',
  'arb.buy_at': 'Купівля, межі',
  'arb.sell_at': 'Продаж, межі',
  'arb.methods': 'Оплата й отримання',
  'arb.a_loss': 'збиток, {percent}',
  'arb.on_both': '{methods} на обох',
  'arb.in_and_out': 'туди {buy}, назад {sell}',
  'arb.to': 'на',
  'arb.doubt.buy': 'Ціна купівлі, {exchange}:',
  'arb.doubt.sell': 'Ціна продажу, {exchange}:',
  'arb.doubt.low': 'низька надійність',
  'arb.doubt.medium': 'середня надійність',
  'arb.pays_since': 'вигідно з {time}',
  'arb.pairs': 'Усі пари, чистими, %',
  'arb.pairs.about': 'Крапка: немає додатної різниці або оголошень, яким довіряємо, на цю суму.',
  'arb.pairs.axes': 'купівля ↓ продаж →',
  'arb.pairs.trouble': '{exchange}: {state}.',
  'arb.same': 'На одній біржі',
  'arb.same.about': 'Покупці платять більше, ніж просять продавці: переказу й комісії немає.',
  'arb.why': 'Чому різниця зникає',
  'arb.why.fee': 'Ваша комісія {fee_usdt} USDT — це {fee} {fiat}, а різниця дає лише {gross} {fiat}.',
  'arb.why.from': 'Вигідно приблизно від {amount} {fiat}.',
  'arb.why.beyond': 'Вигідно приблизно від {amount} {fiat}, а це більше, ніж приймають ці оголошення.',
  'arb.plan': 'Арбітраж є у плані {plan}.',
  'arb.plan.yours': 'Ваш план: {plan}. Плани встановлює оператор цього сервера.',
  'arb.plan.none': 'Плани встановлює оператор цього сервера.',
  'arb.plan.own': 'Запустити власний сервер',
  'arb.plan.instead':
    'Найкращі ціни зараз: купити на {buy} за {buy_price}, продати на {sell} за {sell_price}. Між біржами це {percent} до комісій.',
  'arb.tell': 'Сповістити, коли з’явиться',
  'arb.text':
    'Арбітраж USDT/{fiat}, {time} за Києвом · {amount} {fiat}: купити на {buy} за {buy_price}, продати на {sell} за {sell_price}, лишається {money} {fiat} ({percent}) після {fee} USDT · {address}',
}
