/** Comments of passengers after a trip, by rating. */
import type { Language } from './people.ts'

export type Mood = 'delighted' | 'pleased' | 'mixed'

export const moodOf = (value: number): Mood => (value >= 9 ? 'delighted' : value >= 8 ? 'pleased' : 'mixed')

const norwegian: Record<Mood, string[]> = {
  delighted: [
    'Trygg og hyggelig sjåfør. Tiden fløy!',
    'Kjempefin tur, god prat og kaffe underveis.',
    'Presis, ryddig og romslig bil. Anbefales på det varmeste.',
    'Ventet på meg da bussen var forsinket. Tusen takk!',
    'Veldig behagelig kjøring, også over fjellet.',
    'Kjørte meg helt til døra selv om det var en omvei på fem minutter.',
    'Noe av det hyggeligste jeg har vært med på. Kjører gjerne igjen.',
    'Fikk låne teppe og lader. Følte meg som en gjest.',
    'Rolig og trygg hele veien, selv i øsregn.',
    'Supert! Klar beskjed på forhånd og på minuttet punktlig.',
    'Hunden min fikk bedre plass enn jeg. Perfekt tur.',
    'Lærte masse om bygdene vi kjørte gjennom. Takk for turen!',
    'Alt som avtalt. Ti av ti.',
    'God stemning i bilen, og vi ble fire venner på veien.',
    'Stille når jeg ville sove og hyggelig da jeg våknet.',
    'Hjalp meg med alt jeg hadde av bagasje. Utrolig snilt.',
    'Ryddig bil og godt humør klokka seks om morgenen. Imponerende!',
    'Tok meg med på kort varsel og gjorde det så enkelt.',
  ],
  pleased: [
    'Fin tur og god pris.',
    'Hyggelig og greit. Litt trangt bak, men det gikk bra.',
    'Alt gikk etter planen.',
    'Bra tur, litt mye radio for min del.',
    'Kom ti minutter senere enn avtalt, men ga beskjed.',
    'Trygg kjøring og en god pause underveis.',
    'Helt fint. Skulle gjerne hatt litt mer plass til bena.',
    'Enkelt og greit, takk for turen.',
  ],
  mixed: [
    'Kom frem, men vi dro nesten en halvtime for sent.',
    'Grei tur, men litt raskt i svingene for meg.',
    'Møtestedet ble endret to ganger. Ellers hyggelig.',
    'Bilen var ganske full av bagasje. Ellers ok.',
    'Mye telefon underveis, riktignok håndfri.',
  ],
}

const danish: Record<Mood, string[]> = {
  delighted: [
    'Dejlig tur og rigtig godt selskab.',
    'Super flink, og kørte helt sikkert hele vejen.',
    'Kom præcis, og bilen var skinnende ren.',
    'Ventede på mig, da toget var forsinket. Tusind tak!',
    'Den bedste tur i lang tid.',
    'Jeg blev sat af lige ved døren. Kan kun anbefales.',
    'God snak og god musik. Jeg kører gerne med igen.',
    'Alt var klart aftalt på forhånd. Perfekt.',
    'Rolig kørsel, selv i tæt trafik.',
  ],
  pleased: [
    'Fin tur til en fair pris.',
    'Det gik, som det skulle.',
    'Hyggelig chauffør, men lidt trangt på bagsædet.',
    'God tur. Vi kom ti minutter senere frem.',
  ],
  mixed: [
    'Vi kørte en halv time for sent, men kom da frem.',
    'Lidt for hurtig kørsel efter min smag.',
    'Okay tur, men svær at få fat på inden.',
  ],
}

const swedish: Record<Mood, string[]> = {
  delighted: [
    'Toppenresa! Trygg förare och trevligt sällskap.',
    'Punktlig, lugn och väldigt hjälpsam med packningen.',
    'Bästa samåkningen hittills. Rekommenderas!',
    'Kardemummabullar på vägen, behöver jag säga mer?',
    'Körde lugnt genom regnet hela vägen.',
    'Släppte av mig precis där jag skulle. Tack snälla!',
    'Skönt att få sova en stund och sedan prata resten av vägen.',
    'Allt stämde: tid, plats och pris. Åker gärna igen.',
    'Väntade in mitt försenade tåg utan att klaga.',
    'Fantastiskt trevlig, och bilen var varm när vi klev in.',
  ],
  pleased: [
    'Bra resa och rimligt pris.',
    'Trevligt, lite trångt i baksätet.',
    'Gick precis som planerat.',
    'Lugn resa, kanske en paus för lite.',
  ],
  mixed: [
    'Helt okej, men vi kom iväg sent.',
    'Körde lite fort för min smak.',
    'Svårt att hitta mötesplatsen. Annars bra.',
  ],
}

const english: Record<Mood, string[]> = {
  delighted: [
    'Lovely trip, felt safe the whole way.',
    'Great company and a very clean car.',
    'Waited for my late train. Thank you so much!',
    'Showed us the best viewpoint on the road. Wonderful.',
    'Smooth ride and good conversation. Would go again.',
  ],
  pleased: ['Good ride, fair price.', 'Everything as agreed.'],
  mixed: ['Fine, but we left quite late.', 'The car was rather full.'],
}

export const comments: Record<Language, Record<Mood, string[]>> = {
  no: norwegian,
  da: danish,
  sv: swedish,
  en: english,
}
