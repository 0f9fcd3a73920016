import type { doubts as english } from '../en/doubts.js'
import type { Translated } from '../shared-words.js'

export const doubts: Translated<typeof english> = {
  'confidence.why.no_price': 'Немає оголошення для звичайного користувача.',
  'confidence.why.little_evidence': 'На цьому боці присутньо мало учасників з історією.',
  'confidence.why.exchanges_missing': 'Замало бірж мають оголошення, або частину сторінок не прочитано.',
  'confidence.why.tempting_price': 'Найкраща ціна така добра для цього ринку, що може бути приманкою.',
  'confidence.why.ahead_of_others': 'Жодна інша біржа не наближається до найкращої ціни.',
  'confidence.why.exchanges_disagree': 'Біржі розходяться більш ніж на 6 %, і неясно, яка з них має рацію.',
  'confidence.why.wide_prices': 'Ціни надто далекі одна від одної, щоб перевіряти одна одну.',
  'confidence.why.centre_moved': 'Ринок щойно зрушив більше, ніж різняться чесні ціни.',
  'confidence.why.two_camps': 'Ціни утворюють дві групи, і неясно, яка з них правильна.',
  'confidence.why.capped_elsewhere':
    'Майже всі оголошення іншої біржі мають одну кращу ціну: це її обмеження або ринок.',
  'confidence.why.crossed_market': 'На одній біржі й з одним способом оплати купівля дешевша за продаж.',
  'confidence.why.amount_does_not_fit': 'Суму неможливо набрати, або потрібно надто багато угод.',
  'doubt.low': 'низька надійність',
  'doubt.why': 'Надійність низька: {reason}',
  'doubt.surer': 'Надійніша: {price} {fiat}, {exchange}.',
}
