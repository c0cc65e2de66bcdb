import type { Term } from './term.ts'

const accent = 'imperatives carry the accent: Redigér'

export const da: readonly Term[] = [
  {
    idea: 'what is shared',
    use: 'tur; lift only in help',
    avoid: { rejsen: 'one idea, one word', rejserne: 'one idea, one word' },
  },
  { idea: 'the idea', use: 'samkørsel', avoid: { 'ride-sharing': 'English', ridesharing: 'English' } },
  {
    idea: 'who drives, who comes along',
    use: 'chauffør, passager',
    avoid: {
      føreren: 'a word of authorities',
      førere: 'a word of authorities',
      'bilist*': 'a word of authorities',
      'han eller hun': 'say it without a gender',
    },
  },
  {
    idea: 'a place in the car',
    use: 'plads',
    avoid: { sædet: 'a seat is a plads', sæder: 'a seat is a plads', sæde: 'a seat is a plads' },
  },
  {
    idea: 'put a ride up',
    use: 'oprette',
    avoid: { 'offentliggør*': 'the button says »Opret«', 'publicer*': 'the button says »Opret«' },
  },
  {
    idea: 'what a passenger asks',
    use: 'bede om en plads, anmodning',
    avoid: { 'anmode om': 'officialese', 'anmoder om': 'officialese', 'forespørg*': 'one idea, one word' },
  },
  { idea: 'what the passenger then has', use: 'reservation', avoid: { 'booking*': 'English', 'booke*': 'English' } },
  {
    idea: 'the driver’s answer',
    use: 'godkende, afvise',
    avoid: { 'accepter*': 'the button says »Godkend«', 'afslag*': 'a word of authorities' },
    except: {
      'accounts.agree': 'the terms of use are accepted',
      'fields.must_accept': 'terms are accepted',
      'fields.terms_must_accept': 'the terms of use are accepted',
    },
  },
  {
    idea: 'the driver stops a ride; the passenger gives up',
    use: 'aflyse; afbestille, trække tilbage',
    avoid: { annulleret: 'a fourth word', annullere: 'a fourth word', annullering: 'a fourth word' },
  },
  {
    idea: 'a request nobody answered',
    use: 'ikke besvaret, bortfalder',
    avoid: { udløbet: 'nobody says this of a question', udløber: 'nobody says this of a question' },
  },
  {
    idea: 'rating',
    use: 'bedømmelse, bedømme',
    avoid: { 'vurdering*': 'one idea, one word', 'anmeldels*': 'for books, or for the police' },
  },
  { idea: 'letter to us', use: 'henvendelse', avoid: { 'mine sager': 'one idea, one word' } },
  {
    idea: 'our team',
    use: 'kundeservice; Hjælp og kontakt',
    avoid: { support: 'English', supporten: 'English', 'supporthenvendels*': 'English' },
  },
  {
    idea: 'message to one’s attention',
    use: 'notifikation, pushnotifikation',
    avoid: { 'pushbesked*': 'a besked is a message in the chat', push: 'tells nothing alone' },
  },
  {
    idea: 'shut out by us',
    use: 'spærre, spærret',
    avoid: {
      'kontoen er lukket': 'a closed account is one its owner has closed',
      'konto er lukket': 'a closed account is one its owner has closed',
      'luk kontoen': 'a closed account is one its owner has closed',
      'lukke kontoen': 'a closed account is one its owner has closed',
      'suspender*': 'a foreign word',
    },
  },
  { idea: 'end of a block', use: 'fjerne blokering', avoid: { 'ophæv*': 'for laws' } },
  { idea: 'plate', use: 'nummerplade', avoid: { 'registreringsnumm*': 'one idea, one word' } },
  {
    idea: 'then; there',
    use: 'nothing, derefter, da; til den',
    avoid: { dertil: 'archaic', derhen: 'not said of trips', såsom: 'a legal word', venligst: 'notice-board style' },
  },
  { idea: 'those it concerns', use: 'dem, det angår', avoid: { 'de berørte': 'for accidents' } },
  {
    idea: 'imperatives',
    use: 'Redigér, Blokér, Annullér, Markér, Kopiér',
    avoid: {
      rediger: accent,
      bloker: accent,
      annuller: accent,
      marker: accent,
      kopier: accent,
      administrer: accent,
      inviter: accent,
      reserver: accent,
      eksporter: accent,
      registrer: accent,
    },
  },
  {
    idea: 'plain Danish',
    use: 'Grønnere sammen, Vejmyndigheder, taxitilladelse',
    avoid: { 'grøn mission': 'a calque', ressourcer: 'English in disguise', løyve: 'Norwegian', hash: 'technical' },
  },
  {
    idea: 'a drive to a place beside the way',
    use: 'omvej, køre forbi',
    avoid: { 'omkørsel*': 'for closed roads', 'afstikker*': 'one idea, one word' },
  },
  {
    idea: 'a ride that is not there yet',
    use: 'ønske; Sig til, når der kommer en tur',
    avoid: { 'søgeagent*': 'one idea, one word' },
  },
]
