export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
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
