/** Saves a table on the device, as a download. */
export function saveCsv(parts: string[], name: string) {
  const url = URL.createObjectURL(new Blob(parts, { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Waits until the browser has read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
