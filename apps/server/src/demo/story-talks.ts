/** Ingrid's and Mikkel's conversations, in the notation of talks.ts. */

export const northWithMikkel = `
  P Hei Ingrid! Takk for at du godtok. Jeg blir med fra Hamar, hvor passer det at jeg står?
  D Hei Mikkel, så hyggelig at du blir med igjen! Hva med rasteplassen ved Stange, eller vil du heller ha stasjonen?
  P Stasjonen er lettest for meg, jeg kommer med buss.
  D Da tar vi stasjonen. Jeg regner med å være der rundt {time}.
  P Perfekt. Er det plass til en stor ryggsekk og et par fjellstøvler?
  D Masse plass. Støvlene kan ligge i bagasjerommet.
  P Og så lurte jeg på om du tar betalt på mobil?
  D Ja, bare send når vi er fremme. Du betaler fra Hamar, så det blir litt billigere.
  P Supert. Skal jeg ta med noe til kaffen på Dombås?
  D Du vet hva jeg svarer på det :)
  P Kanelboller, altså. Notert!
  D Da er turen reddet.
  P Gleder meg. Vi ses!
  D Vi ses! Jeg sender en melding når jeg kjører fra Oslo, så slipper du å stå og vente.`

export const northWithSigrid = `
  P Hei! Jeg sendte en forespørsel om en plass til Trondheim. Er det fortsatt ledig?
  D Hei Sigrid! Ja, det er det. Jeg skal bare se hvor mye bagasje de andre har.
  P Så bra. Felekassa er ganske liten, den kan stå mellom bena mine.
  D Da går det nok. Spiller du til vanlig?
  P I et spelemannslag, ja. Vi skal ha dansefest på lørdag!
  P Rekker jeg fram til klokka tre, tror du? Øvelsen begynner halv fire.`

export const northWithJonas = `
  P Hei! Går det an å bli med bare fra Lillehammer til Oppdal?
  D Hei! Ja, du velger bare av- og påstigning når du sender forespørselen.
  P Da har jeg gjort det. Vi er to stykker, kameraten min heter Even.
  P Vi kan stå på Skysstasjonen, eller et annet sted om det er lettere for deg.`

export const homeWithThu = `
  P Hei Ingrid, flyet mitt går klokka ti om kvelden. Rekker vi det?
  D Hei! Ja, vi skal være på Gardermoen litt over åtte, med pause.
  P Så fint! Da slipper jeg å ta toget fra Oslo.
  D Det er rett ved veien, så det er ingen omvei.
  P Tusen takk, så snilt av deg!`

export const southWithLeila = `
  P Hei! Jeg ser at du kjører til Göteborg. Er det mulig å bli med tilbake også?
  D Hei Leila! Jeg kjører hjem lørdag formiddag, men har ikke lagt ut turen ennå.
  P Så bra! Da venter jeg til den ligger ute.
  D Jeg skriver til deg når den er der.`

export const laterWithMats = `
  P Hei, jeg ser du kjører til Trondheim. Kan du ta med en pakke for meg?
  D Hei! Det kommer an på. Hva er det?
  P Bare en liten eske. Noen møter deg på stasjonen.
  D Jeg må vite hva som er i den.
  P Det er ikke så nøye. Jeg betaler 1000 kr hvis du ikke spør mer.
  D Da sier jeg nei takk.`

export const secondWithBerit = `
  P God dag, jeg heter Berit og har sendt en forespørsel. Er det vanskelig å komme seg inn i bilen? Jeg har en hofte som klager.
  D Hei Berit! Det er en stasjonsvogn, så du sitter litt lavt, men du får gjerne plassen foran.
  P Det var vennlig. Da er det ikke noe problem.
  D Trenger du hjelp med bagasjen, kan jeg hente deg ved døra. Hvor bor du?
  P På Sagene, ved kirken. Men jeg kan ta trikken til sentrum.
  D Det er nesten på veien, så jeg henter deg. Klokka sju på morgenen?
  P Jeg er våken fra fem, så det går fint!
  D Da sier vi det.
  P En ting til. Jeg har med en potteplante til barnebarnet mitt. Den er omtrent en halv meter høy.
  D Den får stå på gulvet bak, så velter den ikke.
  P Så bra. Den heter Harald.
  D Harald er hjertelig velkommen.
  == on the day
  D God morgen! Jeg står utenfor kirken nå.
  P Kommer straks. Harald må bare få litt vann.
  D Vi har god tid.
  P Nå låser jeg døra.
  == afterwards
  P Kjære Ingrid, nå sitter jeg med kaffe hos familien. Tusen takk for turen, og for at du bar kofferten helt opp.
  D Bare hyggelig! Hvordan gikk det med Harald?
  P Han mistet ett blad, men er ved godt mot.
  D Det kaller jeg en vellykket tur.
  P Jeg har fortalt alle her om deg. Datteren min vil kjøre med deg neste gang hun skal hit.
  D Så koselig! Hun må bare sende en forespørsel når jeg legger ut turen.
  P Det skal jeg si til henne. Ha en riktig god uke.
  D I like måte, Berit!`

export const waitingWithHanne = `
  P Hei Hanne! Er det noen sjanse for at vi kan kjøre ti minutter tidligere? Møtet mitt begynner presis ni.
  D Hei! Jeg skal høre med hun som også skal være med, så sier jeg ifra.
  P Takk! Ellers tar jeg det som det er.
  D Nå har jeg fått svar, og 06.20 går fint. Skal bare sjekke en ting til før jeg godkjenner.`

export const refusedByEirik = `
  D Hei Mikkel, beklager, men bilen ble full. Søstrene tok begge plassene.
  P Ingen fare, takk for at du sier ifra!
  D Jeg kjører samme vei neste lørdag også, om det hjelper.
  P Det kan godt hende. Følger med på turene dine.`

export const unratedWithOdd = `
  P Hei Odd Arne! Kurset slutter klokka fire. Rekker jeg bort til deg kvart over?
  D Hei. Ja, jeg står i Schweigaards gate, rett ved bussterminalen. Blå RAV4.
  P Flott, da går jeg bare over broa.
  == on the day
  P Kurset drar ut, blir fem minutter sen!
  D Ta det med ro. Jeg løser kryssord.
  P Løper nå.
  == afterwards
  D Takk for selskapet. Håper kurset var verdt det.
  P Takk for turen! Det var det, og du hadde rett om kryssordet: det var «elg».`
