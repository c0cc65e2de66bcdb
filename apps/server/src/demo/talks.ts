/**
 * Conversations between a driver (D) and a passenger (P). A line `== on the day` or `== afterwards` starts a later part; trips that have
 * not departed yet have only the first. The names in braces are filled in per trip.
 */
import type { Language } from './people.ts'

export interface Talk {
  language: Language
  /** State of the reservation that the conversation is about. */
  about: 'pending' | 'accepted'
  parts: Line[][]
}
export interface Line {
  by: 'driver' | 'passenger'
  text: string
}

const talk = (language: Language, about: Talk['about'], text: string): Talk => ({
  language,
  about,
  parts: partsOf(text),
})

export function partsOf(text: string): Line[][] {
  return text.split(/^\s*==.*$/m).map((part) => part.trim().split(/\n\s*/).map(lineOf))
}

function lineOf(line: string): Line {
  return { by: line.startsWith('D ') ? 'driver' : 'passenger', text: line.slice(2) }
}

const norwegian = [
  talk(
    'no',
    'accepted',
    `
    P Hei! Takk for at jeg får være med på {day}. Hvor plukker du opp i {from}?
    D Hei {passenger}! Utenfor bussterminalen, ved taxiholdeplassen. Jeg står der ti minutter før.
    P Perfekt. Jeg har en vanlig koffert og en sekk, går det bra?
    D Det går fint, bagasjerommet er nesten tomt.
    == on the day
    P Står ved taxiene nå, har rød jakke.
    D Jeg ser deg! Blinker med lysene.
    == afterwards
    P Tusen takk for en trivelig tur!
    D I like måte. Ha en fin dag videre!`,
  ),
  talk(
    'no',
    'accepted',
    `
    D Hei! Jeg har godkjent deg for {day}. Kan du møte klokka {time}?
    P Ja, det passer veldig bra. Er det greit at jeg spiser frokosten min i bilen?
    D Så lenge det ikke er makrell i tomat :)
    P Lover!
    == on the day
    D Beklager, jeg står i kø. Blir ti minutter forsinket.
    P Ikke noe problem, jeg venter inne på kiosken.
    D Fremme om to minutter.
    P Kommer ut.
    == afterwards
    D Hei, ligger det en grå lue i baksetet som er din?
    P Å nei, ja! Den har mormor strikket.
    D Da skal den hjem igjen. Jeg kjører samme vei neste uke, eller så sender jeg den i posten.
    P Neste uke holder lenge. Tusen takk!`,
  ),
  talk(
    'no',
    'pending',
    `
    P Hei! Før jeg bestiller noe annet: tror du det blir plass på {day}?
    D Hei! Jeg venter bare på svar fra en kamerat som kanskje skal være med. Sier ifra i kveld.
    P Supert, da venter jeg.`,
  ),
  talk(
    'no',
    'pending',
    `
    P Hei, er det mulig å gå av litt før {to}? Jeg skal bare til et kjøpesenter langs veien.
    D Ja, det går sikkert. Hvilken avkjørsel er det?
    P Den første etter bomstasjonen. Det er en busslomme der.
    D Den vet jeg hvor er. Skal se på forespørselen når jeg kommer hjem.
    P Takk, du er en engel!`,
  ),
  talk(
    'no',
    'accepted',
    `
    P Hei {driver}! Er det plass til en barnevogn i bilen?
    D Hei! Er den sammenleggbar?
    P Ja, den blir omtrent som en stor koffert.
    D Da går det fint. Trenger dere bilstol også? Jeg har en som passer fra ett til fire år.
    P Vi tar med vår egen, men tusen takk for at du spør.
    D Flott. Da møter jeg dere litt tidligere, så får vi god tid til å feste den.
    P Perfekt. Hun sover som regel etter ti minutter i bil.
    D Det gjør jeg også, bortsett fra når jeg kjører ;)
    == on the day
    P Vi er klare utenfor hotellet!
    D Fem minutter unna.
    == afterwards
    P Takk for turen, og takk for tålmodigheten med alle stoppene.
    D Bare hyggelig, hun var den roligste i bilen.`,
  ),
  talk(
    'no',
    'accepted',
    `
    P Hei! Hvordan gjør vi det med betalingen?
    D Hei! Du kan betale meg når vi er fremme, på mobil eller kontant.
    P Fint, da tar jeg mobil. Trenger du nummeret mitt?
    D Du ser mitt under reservasjonen nå som den er godkjent.
    P Ser det, takk!`,
  ),
  talk(
    'no',
    'accepted',
    `
    D Hei {passenger}. De melder om mye vind på {day}. Jeg følger med og gir beskjed om veien blir stengt.
    P Takk for at du sier ifra! Har du noen plan B?
    D Da drar vi to timer senere, eller kjører rundt. Tar litt lengre tid, men er trygt.
    P Begge deler er greit for meg. Jeg har ikke dårlig tid.
    D Fint. Skriver til deg kvelden før.
    == on the day
    D Det ser bra ut! Vi kjører som planlagt.
    P Toppers, vi ses.
    D Jeg er på parkeringsplassen. Det blåser godt, så hold på lua.
    P Den er bundet fast. Er der straks.
    == afterwards
    P Du kjørte så rolig at jeg sovnet. Takk for turen!
    D Det tar jeg som et kompliment.`,
  ),
  talk(
    'no',
    'accepted',
    `
    P Hei! Jeg har med meg en fele i kasse. Den liker seg dårlig i bagasjerommet, kan jeg ha den på fanget?
    D Hei, klart det. Vi er bare to bak, så den kan få midtsetet.
    P Så snilt! Den sier takk.
    D Kan den betale i slåtter?
    P Den kan det, men ikke i bil :)`,
  ),
  talk(
    'no',
    'accepted',
    `
    P Hei! Når regner du med å være i {to}? Jeg skal rekke en buss.
    D Hei. Går alt som normalt, er vi der som det står på turen. Når går bussen?
    P Førti minutter etter.
    D Da bør du rekke den. Jeg kan slippe deg av rett ved terminalen.
    P Det holder i massevis, takk!
    == on the day
    P Er ved oppmøtestedet nå.
    D Kommer om tre minutter.
    == afterwards
    P Rakk bussen med et kvarter til overs!
    D Så bra! God tur videre.`,
  ),
  talk(
    'no',
    'pending',
    `
    P Hei! Er hunden min velkommen? Han er en rolig gammel labrador.
    D Hei! Hvor stor er han?
    P Tretti kilo, men han ligger stille hele veien. Jeg tar med teppe.
    D Min kone er litt allergisk, så jeg må høre med henne først. Svarer deg i morgen.
    P Helt greit, takk for at du spør henne.`,
  ),
]

const danish = [
  talk(
    'da',
    'accepted',
    `
    P Hej {driver}! Tak for pladsen på {day}. Hvor skal vi mødes i {from}?
    D Hej! Ved banegården på den side, hvor busserne holder.
    P Super. Jeg har en stor rygsæk og en lille taske med.
    D Det er der masser af plads til.
    == on the day
    P Jeg står ved cykelstativerne.
    D To minutter!
    == afterwards
    P Tak for en rigtig hyggelig tur.
    D Selv tak, kør med igen en anden gang.`,
  ),
  talk(
    'da',
    'accepted',
    `
    D Hej {passenger}. Jeg skal lige aflevere noget på vejen på {day}, så det kan blive fem-ti minutter over {time}.
    P Det gør ikke noget. Skal jeg have kaffe med til dig?
    D Nu taler vi samme sprog! Sort, tak.
    == on the day
    D Er på vej, kø på motorvejen. Ti minutter forsinket.
    P Helt fint. Kaffen holder sig varm.
    == afterwards
    D Bedste kaffe på hele strækningen. Tak for selskabet!
    P Tak for turen, vi ses forhåbentlig igen.`,
  ),
  talk(
    'da',
    'pending',
    `
    P Hej! Er der plads til en cykel, hvis jeg tager forhjulet af?
    D Hej. Ja, hvis du er den eneste på bagsædet. Jeg har en anden forespørgsel også, så giv mig lige til i aften.
    P Selvfølgelig. Ellers lader jeg cyklen blive hjemme.`,
  ),
  talk(
    'da',
    'accepted',
    `
    P Kan du sætte mig af et sted før {to}? Min søster kan hente mig ved motorvejen.
    D Ja, der er en rasteplads lige efter afkørslen. Er det godt nok?
    P Perfekt, så siger jeg til hende, at hun skal være der.
    D Jeg ringer, når vi er tyve minutter derfra.
    P Du er guld værd.`,
  ),
  talk(
    'da',
    'pending',
    `
    P Hej {driver}. Jeg skal til eksamen dagen efter, så jeg vil gerne vide det i god tid. Tror du, det går?
    D Det tror jeg. Jeg svarer på alle forespørgsler i morgen tidlig.
    P Tusind tak!
    D Hvad skal du til eksamen i?
    P Statistik. Så sandsynligheden for, at jeg snakker hele vejen, er lav.
    D Ha ha. Så får du vinduespladsen.`,
  ),
]

const swedish = [
  talk(
    'sv',
    'accepted',
    `
    P Hej {driver}! Tack för att jag får åka med på {day}. Var ses vi i {from}?
    D Hej! Vid stationen, utanför stora entrén.
    P Toppen. Jag har en resväska och en väska med skor.
    D Ingen fara, det finns gott om plats.
    == on the day
    P Står vid entrén i gul mössa.
    D Ser dig, kör fram nu.
    == afterwards
    P Tack för skjutsen och för fikat!
    D Tack själv, trevligt att ha sällskap.`,
  ),
  talk(
    'sv',
    'accepted',
    `
    P Hej! Jag åker tåg till {from} och är framme strax före {time}. Hinner jag?
    D Det borde gå bra. Jag väntar en kvart om tåget är sent.
    P Vad snällt! Jag skriver när jag sitter på tåget.
    == on the day
    P Tåget är åtta minuter sent, förlåt!
    D Lugnt, jag köper en korv så länge.
    P Framme nu, springer!
    D Gå du, korven är inte slut än.
    == afterwards
    D Du glömde en laddare i bilen. Ska jag skicka den?
    P Behåll den gärna, jag har flera. Tack för en fin resa!`,
  ),
  talk(
    'sv',
    'pending',
    `
    P Hej! Kan jag ta med en katt i bur? Hon är tyst.
    D Hej! Jag är själv kattmänniska, så från mig är det ja. Ska bara fråga de andra som åker med.
    P Förstår, tack!`,
  ),
  talk(
    'sv',
    'accepted',
    `
    D Hej {passenger}, vill du dela på körningen? Det är en lång väg till {to}.
    P Gärna! Jag har haft körkort i sex år. Är det automat?
    D Ja. Och farthållare som sköter det mesta.
    P Då tar jag sista tredjedelen.
    D Avgjort. Jag bjuder på lunch.
    P Bästa affären på länge!`,
  ),
  talk(
    'sv',
    'accepted',
    `
    P Hej! Är det okej om jag jobbar lite i bilen? Har ett möte klockan tre, men bara hörlurar.
    D Inga problem. Täckningen är bra nästan hela vägen.
    P Perfekt, då slipper jag ta ledigt.
    == on the day
    D Jag är på plats nu, närmast infarten.
    P Kommer om två minuter.`,
  ),
]

const english = [
  talk(
    'en',
    'accepted',
    `
    P Hi {driver}! Thanks for accepting. Where exactly do we meet in {from}?
    D Hello! At the bus terminal. I will send you the exact spot when I am there.
    P Great. Is a big suitcase fine? I am moving to {to} for my studies.
    D No problem, the car is big. Welcome to {to} then!
    == on the day
    D I am right behind the taxis.
    P On my way, two minutes.
    == afterwards
    P Thank you so much, you saved my day.
    D Good luck with your studies!`,
  ),
  talk(
    'en',
    'pending',
    `
    P Hello, would it be possible to leave thirty minutes later? My shift ends at the same time.
    D Hi, I have to be in {to} before the evening. Fifteen minutes later is fine.
    P Fifteen is enough, I will run.
    D Then I will look at your request tonight.`,
  ),
]

export const talks: Talk[] = [...norwegian, ...danish, ...swedish, ...english]
