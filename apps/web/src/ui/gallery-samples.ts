/* i18n-exempt: design gallery */
export const places = [
  { key: 'oslo', label: 'Oslo', detail: 'Norge' },
  { key: 'osl', label: 'Oslo lufthavn Gardermoen', detail: 'Akershus, Norge' },
  { key: 'hamar', label: 'Hamar', detail: 'Innlandet, Norge' },
  { key: 'tromso', label: 'Tromsø', detail: 'Troms, Norge' },
  { key: 'trondheim', label: 'Trondheim', detail: 'Trøndelag, Norge' },
  { key: 'kobenhavn', label: 'København', detail: 'Danmark' },
  { key: 'goteborg', label: 'Göteborg', detail: 'Sverige' },
]

export const dateTexts = {
  open: 'Velg dato i kalender',
  loading: 'Henter kalenderen …',
  previousMonth: 'Forrige måned',
  nextMonth: 'Neste måned',
  today: 'i dag',
  unavailable: 'kan ikke velges',
  invalid: 'Skriv datoen slik: 27.11.2026',
  outOfRange: 'Velg en dato fra i dag og fremover',
}

export const placeTexts = {
  loading: 'Søker …',
  empty: 'Fant ingen steder. Du kan skrive stedet selv.',
  count: (count: number) => `${count} forslag`,
}
