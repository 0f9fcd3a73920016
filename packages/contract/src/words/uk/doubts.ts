import type { doubts as english } from '../en/doubts.js'
import type { Translated } from '../shared-words.js'

/** Doubts in Ukrainian. */
export const doubts: Translated<typeof english> = {
  'confidence.why.no_price': 'Ніхто не пропонує того, що міг би взяти звичайний користувач.',
  'confidence.why.little_evidence': 'За цим боком стоїть мало учасників з історією.',
  'confidence.why.exchanges_missing': 'Оголошення показує замало бірж.',
  'confidence.why.tempting_price': 'Найкраща ціна набагато випереджає решту ринку.',
  'confidence.why.ahead_of_others': 'Жодна інша біржа не наближається до найкращої ціни.',
  'confidence.why.exchanges_disagree': 'Біржі розходяться більш ніж на 6 %, і неясно, яка з них має рацію.',
  'confidence.why.wide_prices': 'Ціни незвично далекі одна від одної.',
  'confidence.why.centre_moved': 'Ринок щойно зрушив більше, ніж різняться чесні ціни.',
  'confidence.why.two_camps': 'Учасники розділилися на дві групи, і неясно, яка з них є ринком.',
  'confidence.why.capped_elsewhere':
    'Майже всі оголошення іншої біржі стоять на одній кращій ціні: це обмеження тієї біржі або ринок.',
  'confidence.why.crossed_market': 'На одній біржі й з одним способом оплати купують дешевше, ніж інші продають.',
  'confidence.why.amount_does_not_fit': 'Суму неможливо набрати, або для цього потрібно надто багато угод.',
  'doubt.low': 'низька надійність',
  'doubt.why': 'Надійність низька: {reason}',
  'doubt.surer': 'Надійніша: {price} {fiat}, {exchange}.',
}
