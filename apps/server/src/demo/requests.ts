/** Messages of passengers with a request. */
import type { Language } from './people.ts'

export const requests: Record<Language, string[]> = {
  no: [
    'Hei! Jeg skal besøke familie og har bare en liten koffert.',
    'Hei, passer det at jeg går på litt utenfor sentrum?',
    'Hei! Er student og reiser lett. Tar gjerne plassen i midten bak.',
    'Kan komme presis til avtalt sted. Gleder meg!',
    'Jeg har jobbintervju dagen etter, så det hadde vært topp om det gikk.',
    'Vi er to venninner på vei hjem. Rolige folk!',
    'Hei, er det greit om jeg jobber litt på pc underveis?',
    'Har en liten gitar med i tillegg til sekken, håper det er greit.',
    'Hei! Jeg har kjørt med deg før og vil gjerne bli med igjen.',
    'Jeg har med en rolig hund på tolv kilo, går det bra?',
    'Hei! Jeg er fleksibel på oppmøtested.',
    'Skal på konsert og trenger skyss. Sier gjerne takk med kaffe.',
    'Flyet mitt går tre timer etter at vi er fremme, så det passer perfekt.',
  ],
  da: [
    'Hej! Jeg skal hjem på weekend og har kun en rygsæk.',
    'Hej, kan du samle mig op ved stationen?',
    'Jeg er en stille passager og kommer til tiden.',
    'Hej! Er der plads til en lille kuffert og en taske?',
    'Vi er et par med let bagage. Glæder os!',
    'Hej, jeg har kørt med dig før, det var en rigtig god tur.',
    'Må jeg tage min hund med? Den er lille og rolig.',
    'Skal til fødselsdag og har en kage med, der skal stå fladt.',
  ],
  sv: [
    'Hej! Jag ska hälsa på min bror och har bara en ryggsäck.',
    'Hej, går det bra att jag kliver på vid resecentrum?',
    'Pluggar och reser lätt. Hoppas det finns plats!',
    'Hej! Jag kan vara flexibel med tid och plats.',
    'Vi är två kompisar, lugna och punktliga.',
    'Hej, kan jag få hoppa av lite tidigare om det inte är en omväg?',
    'Har åkt med dig förut och vill gärna åka med igen!',
    'Jag har en liten katt i bur, är det okej?',
  ],
  en: [
    'Hi! I am an exchange student with one small bag.',
    'Hello, I can be at the meeting point whenever it suits you.',
    'Hi, could you pick me up near the train station?',
    'I have a flight later that day, so this would be perfect.',
    'Hi! Quiet passenger, happy to share fuel and snacks.',
  ],
}
