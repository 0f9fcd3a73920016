/**
 * Best reliable USDT prices on a 5-minute grid, newest last.
 *
 * @param {string} fiat Currency code, such as "UAH".
 * @param {number} hours How far back.
 * @return {Array<Array>} Time, price at which you buy, price at which you sell.
 * @customfunction
 */
function P2P_HISTORY(fiat, hours) {
  const query = 'fiat=' + encodeURIComponent(fiat) + '&hours=' + Number(hours)
  return P2P_TABLE('history', query).map((row, index) => (index === 0 ? row : [new Date(row[0]), row[1], row[2]]))
}

/**
 * Any answer that is a table: rates, orderbook, depth, methods, quote, arbitrage, index, index/fixings, sources...
 *
 * @param {string} path What is asked, such as "rates".
 * @param {string} query How, such as "fiat=UAH".
 * @return {Array<Array>} A heading, and rows below it.
 * @customfunction
 */
function P2P_TABLE(path, query) {
  const properties = PropertiesService.getScriptProperties()
  const base = properties.getProperty('P2P_BASE_URL')
  const asked = (query ? query + '&' : '') + 'format=csv'
  const answer = UrlFetchApp.fetch(base + '/api/v1/' + path + '?' + asked, {
    headers: { 'X-API-Key': properties.getProperty('P2P_API_KEY') },
    muteHttpExceptions: true,
  })
  const text = answer.getContentText()
  if (answer.getResponseCode() !== 200) throw new Error(JSON.parse(text).detail.message)
  return Utilities.parseCsv(text).map((row) =>
    row.map((cell) => (/^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell)),
  )
}
