/** Saves prices as a file; its name and each of its rows say so if they are simulated. */
export function saveCsv(name: string, csv: string, isSimulated: boolean): void {
  const address = URL.createObjectURL(new Blob([markedCsv(csv, isSimulated)], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = isSimulated ? `SIMULATED-${name}` : name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

export function markedCsv(csv: string, isSimulated: boolean): string {
  if (!isSimulated) return csv
  const [heading = '', ...rows] = csv.split('\r\n')
  return [`${heading},simulated`, ...rows.map((row) => (row === '' ? row : `${row},true`))].join('\r\n')
}
