/**
 * Best reliable USDT prices on a 5-minute grid, newest last.
 *
 * @param {string} fiat Currency code, such as "UAH".
 * @param {number} hours How far back.
 * @return {Array<Array>} Time, price at which you buy, price at which you sell.
 * @customfunction
 */
function P2P_HISTORY(fiat, hours) {
  const properties = PropertiesService.getScriptProperties()
  const base = properties.getProperty('P2P_BASE_URL')
  const query = 'fiat=' + encodeURIComponent(fiat) + '&hours=' + Number(hours) + '&format=csv'
  const answer = UrlFetchApp.fetch(base + '/api/v1/history?' + query, {
    headers: { 'X-API-Key': properties.getProperty('P2P_API_KEY') },
    muteHttpExceptions: true,
  })
  const text = answer.getContentText()
  if (answer.getResponseCode() !== 200) throw new Error(JSON.parse(text).detail.message)
  return Utilities.parseCsv(text).map((row, index) =>
    index === 0 ? row : [new Date(row[0]), row[1] === '' ? '' : Number(row[1]), row[2] === '' ? '' : Number(row[2])],
  )
}
