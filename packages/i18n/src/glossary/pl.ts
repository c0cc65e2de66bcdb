import type { Term } from './term.ts'

const accepted = 'a request or a reservation is accepted, not a seat, a ride or a person'
const mixed = 'presupposes a man and a woman'

export const pl: readonly Term[] = [
  {
    idea: 'share a ride',
    use: 'jechać razem, zabrać kogoś, dzielić się kosztami',
    avoid: {
      'podziel się przejazdem': 'a calque',
      'podzielić się przejazdem': 'a calque',
      'zacznij się dzielić': 'does not say what',
    },
  },
  {
    idea: 'request for a seat',
    use: 'prośba; propozycja funkcji for an idea, dane for what a browser sends',
    avoid: { 'prośba o funkcję': 'prośba is for a seat', 'żądani*': 'means nothing to a reader' },
  },
  {
    idea: 'accept',
    use: 'zaakceptować prośbę, rezerwację',
    avoid: {
      'zaakceptowane miejsc*': accepted,
      'zaakceptowanym miejscem': accepted,
      'zaakceptowany przejazd': accepted,
      'zaakceptowani pasażerowie': accepted,
      'zaakceptowany pasażer': accepted,
      'zaakceptowanych pasażerów': accepted,
    },
  },
  {
    idea: 'data out of the service',
    use: 'pobrać (kopię)',
    avoid: { 'zabrać ze sobą': 'data are not carried along', 'zabrać to ze sobą': 'data are not carried along' },
  },
  { idea: 'pets', use: 'Można ze zwierzętami', avoid: { 'zwierzęta ok': 'English' } },
  {
    idea: 'on a profile',
    use: 'w profilu',
    avoid: {
      'na profilu': 'one way to say it',
      'na swoim profilu': 'one way to say it',
      'na Twoim profilu': 'one way to say it',
    },
  },
  {
    idea: 'account closed by us',
    use: 'zawiesić',
    avoid: { 'zamknąć konta': 'the word is zawiesić', 'zamknąć konto': 'the word is zawiesić' },
  },
  { idea: 'the two of you', use: 'Wy; Ty i kierowca', avoid: { 'wy dwoje': mixed, oboje: mixed } },
  { idea: 'greeting', use: 'Dzień dobry', avoid: { cześć: 'one house, one tone' } },
  {
    idea: 'plain Polish',
    use: 'w rozmowie; w sekcji „Filtry”; uwzględnia zmiany; na zawsze',
    avoid: {
      'z poziomu': 'office language',
      'nadąża za': 'a calque',
      'ponad nie': 'is read as not',
      'na dobre': 'colloquial; say na zawsze',
      'oszczędzić CO₂': 'emissions are cut',
      SEK: 'a code',
    },
  },
  {
    idea: 'a ride that is not there yet',
    use: 'alert; Daj znać, gdy pojawi się przejazd',
    avoid: { 'życzeni*': 'for birthdays' },
  },
]
