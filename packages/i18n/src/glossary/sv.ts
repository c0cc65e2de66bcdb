import type { Term } from './term.ts'

const oneWord = 'one idea, one word'

export const sv: readonly Term[] = [
  {
    idea: 'what is shared',
    use: 'resa; skjuts only in help',
    avoid: { tur: oneWord, turen: oneWord, turer: oneWord, turerna: oneWord, 'åktur*': oneWord },
  },
  {
    idea: 'the idea',
    use: 'samåkning',
    avoid: { 'bilpool*': 'something else', 'ride-sharing': 'English', ridesharing: 'English' },
  },
  {
    idea: 'who drives, who comes along',
    use: 'förare, passagerare, hen',
    avoid: { 'chaufför*': 'a professional', 'han eller hon': 'say hen' },
  },
  {
    idea: 'what a passenger asks',
    use: 'fråga om en plats, förfrågan',
    avoid: { 'anmodan*': 'officialese', 'bokningsförfråg*': oneWord },
  },
  { idea: 'what the passenger then has', use: 'bokning, boka', avoid: { 'reservation*': oneWord } },
  {
    idea: 'the driver’s answer',
    use: 'godkänna, avböja',
    avoid: { 'acceptera*': 'the button says ”Godkänn”' },
  },
  {
    idea: 'the driver stops a ride; the passenger gives up',
    use: 'ställa in; avboka, dra tillbaka, lämna återbud',
    avoid: { 'annuller*': oneWord, 'trots allt inte': 'translated' },
  },
  {
    idea: 'a request nobody answered',
    use: 'inget svar',
    avoid: { utgången: 'is also the exit' },
  },
  { idea: 'the number; the words', use: 'betyg; omdöme', avoid: { 'recension*': oneWord } },
  {
    idea: 'our team',
    use: 'supporten',
    avoid: { 'kundtjänst*': oneWord, 'kundservice*': oneWord },
  },
  {
    idea: 'message to one’s attention',
    use: 'notis, pushnotis',
    avoid: { 'avisering*': oneWord, push: 'tells nothing alone' },
  },
  {
    idea: 'reason of a decision; why a person cancels',
    use: 'motivering; Varför?',
    avoid: { 'anledning*': 'an occasion' },
  },
  {
    idea: 'by mail',
    use: 'via mejl; mejladress',
    avoid: { 'med mejl': 'three ways to say one thing', 'på mejl': 'three ways to say one thing', 'e-post*': oneWord },
  },
  {
    idea: 'shut out by us',
    use: 'stänga av, avstängt',
    avoid: { 'spärra*': oneWord, 'suspender*': 'a foreign word' },
  },
  {
    idea: 'plate',
    use: 'registreringsnummer',
    avoid: { 'skylt*': oneWord },
  },
  { idea: 'the articles', use: 'artiklar', avoid: { 'kunskapsbas*': oneWord } },
  {
    idea: 'plain Swedish',
    use: 'Grönare tillsammans, Vägmyndigheter, kronor',
    avoid: { 'grönt uppdrag': 'an assignment', resurser: 'English in disguise', SEK: 'a code', 'hash*': 'technical' },
  },
  { idea: 'a drive to a place beside the way', use: 'omväg, svänga förbi', avoid: { 'avstickare*': oneWord } },
  {
    idea: 'a ride that is not there yet',
    use: 'bevakning; Säg till när det kommer en resa',
    avoid: { 'sökagent*': oneWord },
  },
]
