import type { Term } from './term.ts'

const specified = 'the specification gives this text'

export const no: readonly Term[] = [
  {
    idea: 'what is shared',
    use: 'tur; skyss only in help',
    avoid: { reisen: 'one idea, one word', reisene: 'one idea, one word' },
  },
  {
    idea: 'the idea',
    use: 'samkjøring, dele bil',
    avoid: { 'ride-sharing': 'English', ridesharing: 'English', 'kompiskjøring*': 'slang' },
  },
  {
    idea: 'who drives, who comes along',
    use: 'sjåfør, passasjer',
    avoid: {
      føreren: 'a word of authorities',
      førere: 'a word of authorities',
      'bilist*': 'a word of authorities',
      'han eller hun': 'say it without a gender',
    },
  },
  {
    idea: 'a place in the car',
    use: 'plass; barnesete for a child’s seat',
    avoid: { sete: 'a seat is a plass', seter: 'a seat is a plass', setene: 'a seat is a plass' },
  },
  {
    idea: 'what a passenger asks',
    use: 'be om plass, forespørsel',
    avoid: { 'søke om plass': 'for permits', 'søke om': 'for permits', 'anmod*': 'officialese' },
  },
  {
    idea: 'what the passenger then has',
    use: 'reservasjon',
    avoid: { 'booking*': 'English', 'booke*': 'English', 'bestilling*': 'one idea, one word' },
  },
  {
    idea: 'the driver’s answer',
    use: 'godta, godtatt; avvise, avvist',
    avoid: { 'godkjen*': 'the button says «Godta»', 'avslag*': 'a word of authorities' },
    except: {
      'help.children_text': 'an approved child seat',
      'laws.safety_children': 'an approved child seat',
      'terms.responsibilities_text': 'an approved child seat',
    },
  },
  {
    idea: 'the driver stops a ride; the passenger gives up',
    use: 'avlyse; avbestille (a seat), trekke (a request)',
    avoid: { 'kanseller*': 'a fourth word beside avlyst, avbestilt and trukket', 'trukket av': 'passive' },
  },
  {
    idea: 'a request nobody answered',
    use: 'ikke besvart, faller bort',
    avoid: { utløpt: 'nobody says this of a question', utløper: 'nobody says this of a question' },
  },
  {
    idea: 'rating',
    use: 'vurdering, vurdere',
    avoid: { 'anmeldels*': 'for books, or for the police', 'rangering*': 'something else' },
  },
  {
    idea: 'letter to us',
    use: 'henvendelse',
    avoid: { 'støttehenvendels*': 'one idea, one word', 'mine saker': 'one idea, one word' },
  },
  {
    idea: 'our team',
    use: 'kundeservice',
    avoid: {
      'kundestøtte*': 'English in disguise',
      'brukerstøtte*': 'English in disguise',
      støtte: 'money or comfort',
      support: 'English',
    },
  },
  {
    idea: 'message to one’s attention',
    use: 'varsel, pushvarsel',
    avoid: { 'push-*': 'one word, no hyphen', push: 'tells nothing alone', 'notifikasjon*': 'one idea, one word' },
  },
  { idea: 'shut out by us', use: 'stenge, stengt konto', avoid: { 'suspender*': 'a foreign word' } },
  { idea: 'end of a block', use: 'fjerne blokkering', avoid: { 'opphev*': 'for laws' } },
  { idea: 'second step', use: 'totrinnspålogging', avoid: { 'tofaktor*': 'technical', 'to-faktor*': 'technical' } },
  {
    idea: 'plate',
    use: 'bilskilt',
    avoid: { 'registreringsnumm*': 'one idea, one word', 'skiltnumm*': 'one idea, one word' },
  },
  { idea: 'start and end', use: 'avreise, ankomst', avoid: { avgang: 'for buses', avgangen: 'for buses' } },
  {
    idea: 'say so',
    use: 'si fra, få beskjed, Hvorfor?',
    avoid: { 'de berørte': 'for accidents', vennligst: 'notice-board style' },
    except: {
      'accounts.email_first': specified,
      'admin_reports.message_required': specified,
      'admin_support.message_required': specified,
    },
  },
  {
    idea: 'plain Norwegian',
    use: 'Grønnere sammen, Veimyndigheter, Chat med oss, ikke mulig, gjelder fortsatt',
    avoid: {
      'misjon*': 'what missionaries do',
      ressurser: 'English in disguise',
      'direkte chat': 'nobody’s phrase',
      'går ikke an': 'means that it is bad manners',
      'kan ikke finnes': 'means that it cannot exist',
      'framover i tid': 'unnatural',
      hash: 'technical',
    },
  },
  {
    idea: 'a drive to a place beside the way',
    use: 'omvei, kjøre innom',
    avoid: { 'omkjøring*': 'for closed roads', 'avstikker*': 'one idea, one word' },
  },
  {
    idea: 'a ride that is not there yet',
    use: 'ønske; Si fra når det kommer en tur',
    avoid: { 'søkeagent*': 'one idea, one word' },
  },
]
