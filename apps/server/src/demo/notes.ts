/** Notes of drivers for a ride. Each group fits certain rides only; `any` fits all. */
import type { Language } from './people.ts'

export type Occasion =
  | 'any'
  | 'long'
  | 'ski'
  | 'airport'
  | 'ferry'
  | 'electric'
  | 'pets'
  | 'luggage'
  | 'early'
  | 'evening'
  | 'free'
  | `via ${string}`
  | `in winter via ${string}`

const norwegian: Partial<Record<Occasion, string[]>> = {
  any: [
    'Plukker opp ved bussterminalen. Si ifra om du trenger et annet sted, så ser vi hva som går.',
    'Røykfri bil. Musikk på lavt volum, og det er helt greit å sove.',
    'Jeg kjører rolig og liker en prat, men trenger ikke snakke hele veien.',
    'Kan vente et kvarter om bussen eller toget ditt er forsinket. Ring meg bare.',
    'Møter dere på parkeringsplassen ved bensinstasjonen, rett ved avkjørselen.',
    'Hyggelig selskap ønskes! Podkast eller 90-tallsmusikk, passasjerene bestemmer.',
    'Jeg har bilstol (9–18 kg) i bagasjerommet om noen trenger den.',
    'Holder fartsgrensen. Ankomsttiden er derfor ganske sikker.',
    'Kan slippe av langs veien hvor som helst det er trygt å stoppe.',
  ],
  long: [
    'Vi tar en skikkelig pause halvveis. Ta med matpakke eller kjøp noe på veien.',
    'Lang tur, så jeg stopper omtrent annenhver time. Kaffe er det i termosen.',
    'Bytter gjerne på å kjøre hvis noen har lappen og lyst.',
    'Har varme i setene bak og ladekabler til alle slags telefoner.',
  ],
  ski: [
    'Har plass til ski på taket. Ta dem med i pose om du har.',
    'Skiboks på taket, plass til fire par. Støvlene tar vi i bagasjerommet.',
    'Kjører tidlig for å rekke første heis. Gode vinterdekk.',
    'Vi stopper og handler på veien opp, så slipper alle å bære.',
  ],
  airport: [
    'Er fremme i god tid før innsjekk. Setter av ved avgangshallen.',
    'Skal hente noen på flyplassen, så bilen er tom dit.',
  ],
  ferry: ['Rekker ferja med god margin.', 'Slipper av rett ved terminalen.'],
  electric: [
    'Elbil, så vi lader i tjue minutter underveis. Fin tid til en kaffe.',
    'Stille elbil. Kort ladestopp på veien, med tid til å strekke på bena.',
  ],
  pets: ['Hund er hjertelig velkommen, jeg har eget teppe bak.', 'Små hunder går fint. Min egen blir hjemme.'],
  luggage: [
    'Én koffert og en liten sekk per person går fint.',
    'Plass til store kofferter, men gi beskjed om du har ski eller sykkel.',
  ],
  early: ['Tidlig start, så jeg tar med rundstykker til alle.', 'Presis avgang, jeg skal rekke et møte.'],
  evening: ['Etter jobb. Kan dra en halvtime senere om det passer bedre.', 'Kveldstur med lydbok. Helt greit å sove.'],
  free: ['Kjører uansett, så det koster ingenting. Ta gjerne med noe godt til kaffen.'],
  'via Dombås': ['Pause på Dombås, der er bollene best.', 'Stopper på Dombås for kaffe.'],
  'in winter via Dombås': ['Har plass til ski på taket. Stopper på Dombås for kaffe.'],
  'in winter via Gol': ['Kjører over Hemsedal. Er fjellet stengt, tar vi E16 og bruker litt lenger tid.'],
  'via Stord': ['Ferja Halhjem–Sandvikvåg er med i prisen. Vi spiser på overfarten.'],
  'via Mo i Rana': ['Stopper ved Polarsirkelen hvis været er bra. Ta med noe varmt.'],
  'via Åndalsnes': ['Vakker vei gjennom Romsdalen. Fotostopp ved Trollveggen for dem som vil.'],
  'in winter via Narvik': ['Piggdekk på. Det kan ta litt ekstra tid om det blåser.'],
}

const danish: Partial<Record<Occasion, string[]>> = {
  any: [
    'Jeg samler op ved banegården. Skriv, hvis et andet sted passer bedre.',
    'Jeg kører stille og roligt og er altid frisk på en snak.',
    'Der er plads til en barnevogn i bagagerummet.',
    'Jeg kan vente ti minutter, hvis toget er forsinket.',
    'Bare sig til, hvis du vil sættes af undervejs.',
    'Vi hører som regel P6, men jeg er åben for forslag.',
  ],
  long: ['Vi tager en pause cirka halvvejs.', 'Kaffe på termokande til alle.'],
  airport: ['Sætter af lige foran terminalen.', 'God tid til check-in.'],
  ferry: ['Vi når færgen med god margin.'],
  electric: ['Elbil. Et kvarters opladning undervejs.'],
  pets: ['Hunde er velkomne på bagsædet.', 'Min gravhund er med og er meget glad for mennesker.'],
  early: ['Jeg møder på arbejde kl. 9, så vi kører præcis.'],
  evening: ['Kører direkte fra arbejde, så der kan være fem minutters forsinkelse.'],
  luggage: ['Røgfri bil. God plads til bagage.', 'Én kuffert og en rygsæk pr. person er fint.'],
  free: ['Jeg skal alligevel den vej, så turen er gratis.'],
  'via Odense': ['Kort pause ved Storebælt.', 'Kan sætte af ved Odense Banegård uden omvej.'],
}

const swedish: Partial<Record<Occasion, string[]>> = {
  any: [
    'Hämtar vid stationen. Säg till om något annat passar bättre.',
    'Rökfri bil, lugn körstil och bra musik.',
    'Det går bra att sova i baksätet, jag pratar med den som är vaken.',
    'Jag kan släppa av längs vägen om det inte blir en lång omväg.',
    'Väntar gärna en kvart om tåget är sent.',
    'Håller hastigheten, så räkna med att vi kommer fram i tid.',
    'Fika ingår om du tål kardemumma.',
  ],
  long: [
    'Vi stannar för lunch ungefär halvvägs.',
    'Lång resa, så vi delar gärna på körningen om du har körkort.',
    'Laddare finns för alla telefoner. Ta med kudde om du vill sova.',
  ],
  ski: [
    'Takbox för fyra par skidor. Pjäxorna får plats där bak.',
    'Kör upp tidigt så att vi hinner med eftermiddagsåket.',
  ],
  airport: ['Släpper av vid avgångshallen i god tid.', 'Ska hämta min syster, så bilen är tom dit.'],
  ferry: ['Vi hinner med båten med marginal.'],
  electric: [
    'Elbil, så vi laddar en gång. Bra tillfälle för en kaffe.',
    'Tyst elbil. Vi laddar en kort stund på vägen.',
  ],
  pets: ['Hund går bra, filt finns i bakluckan.', 'Jag har själv hund och den följer ibland med.'],
  early: ['Tidig start. Jag tar med kaffe.'],
  evening: ['Åker direkt efter jobbet, kan bli några minuter sen.'],
  luggage: ['Plats för en resväska var. Skriv om du har mer packning.'],
  free: ['Jag kör ändå, så det kostar inget.'],
  'via Jönköping': ['Stannar i Gränna för den som vill köpa polkagrisar.'],
  'via Örnsköldsvik': ['Vi tar Höga kusten-bron och en kort paus där uppe.'],
  'via Karlstad': ['Kaffepaus i Karlstad. Kan släppa av vid resecentrum.'],
}

const english: Partial<Record<Occasion, string[]>> = {
  any: [
    'I drive this way every month for work. Quiet car, no smoking.',
    'English, Polish or slow Norwegian, all fine.',
    'Pick-up at the bus terminal. Message me if you need another place.',
    'Easy-going driver. You choose the music.',
    'I can drop you anywhere along the main road.',
  ],
  long: ['We stop for lunch halfway. I know a good bakery.', 'A long drive, so I take a break every two hours.'],
  airport: ['I will be at departures two hours before your flight, traffic permitting.'],
  ferry: ['We reach the ferry with time to spare.'],
  pets: ['Dogs welcome. I bring a blanket for the seat.'],
  luggage: ['Plenty of room for luggage, also for large suitcases.'],
  early: ['Early start, coffee is on me.'],
  evening: ['Leaving right after work, so please be on time.'],
  free: ['I am going anyway, so just come along.'],
}

export const notes: Record<Language, Partial<Record<Occasion, string[]>>> = {
  no: norwegian,
  da: danish,
  sv: swedish,
  en: english,
}
