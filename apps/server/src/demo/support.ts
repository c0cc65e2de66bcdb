/** Plans support requests and their states. */
import type { RequestType, SupportStatus } from '@samtur/contract/support'
import type { Calendar } from './calendar.ts'
import { ingrid, mikkel, people, type Person } from './people.ts'
import type { PlannedSupport } from './planned.ts'

const named = (name: string): Person => {
  const person = people.find((it) => it.name === name)
  if (!person) throw new Error(`no person is called ${name}`)
  return person
}

interface RequestFields {
  from: PlannedSupport['from']
  type?: RequestType
  subject: string
  description: string
  talk?: PlannedSupport['talk']
}

/** Plans the requests; the newest are unread. */
export function planSupport(calendar: Calendar): PlannedSupport[] {
  const ago = (days: number, time: string) => calendar.at(-days, time)
  const request = (at: Date, fields: RequestFields, steps: PlannedSupport['steps'] = []): PlannedSupport => ({
    type: 'general',
    talk: [],
    ...fields,
    at,
    steps,
  })
  const reply = (at: Date, text: string) => ({ at, by: 'admin' as const, text })
  const more = (at: Date, text: string) => ({ at, by: 'person' as const, text })
  const move = (at: Date, status: SupportStatus, notes: string | null = null) => ({ at, status, notes })
  return [
    request(ago(1, '20:40'), {
      from: { name: 'Gunvor Aune', email: 'gunvor.aune@samtur.example', language: 'no' },
      subject: 'Må jeg ha konto for å bli med?',
      description:
        'Hei! Jeg er 71 år og lurer på om jeg kan bestille plass på telefon. Barnebarnet mitt sier at det bare går på nettet.',
    }),
    request(ago(1, '17:15'), {
      from: named('Sigrid Fjeldstad'),
      type: 'payment',
      subject: 'Sjåføren ville ha mer enn det sto',
      description: 'Vi avtalte 250 kr, men da vi kom fram, sa han at bommen kom i tillegg. Hva gjelder egentlig?',
    }),
    request(ago(1, '09:05'), {
      from: { name: 'Freja Holm', email: 'freja.holm@samtur.example', language: 'da' },
      type: 'feature',
      subject: 'Kan man søge efter ture med plads til cykel?',
      description: 'Jeg tager tit cyklen med. Det ville være rart at kunne se på turen, om der er en cykelholder.',
    }),
    request(
      ago(2, '12:30'),
      {
        from: mikkel,
        type: 'technical',
        subject: 'Får ikke varsler på mobilen',
        description:
          'Jeg har slått på varsler under Innstillinger, men mobilen er helt stille. Det er en eldre telefon.',
      },
      [
        move(ago(2, '13:10'), 'in_progress', 'Trolig nettleseren hans. Spør hvilken det er.'),
        reply(
          ago(2, '13:15'),
          'Hei Mikkel! Hvilken nettleser bruker du på mobilen, og har du lagt Samtur til på startskjermen?',
        ),
        more(ago(2, '18:02'), 'Hei! Jeg bruker den som fulgte med. Nei, det har jeg ikke gjort. Hvordan gjør jeg det?'),
      ],
    ),
    request(
      ago(3, '21:50'),
      {
        from: named('Samuel Okafor'),
        subject: 'I left my jacket in the car',
        description: 'I left my jacket in the car\nThe driver does not answer in the chat\nA human, please',
        talk: [
          ['assistant', 'Hello! What can I help you with?'],
          ['person', 'I left my jacket in the car'],
          ['assistant', 'Write to the driver in your conversation. You find it under Chat.'],
          ['person', 'The driver does not answer in the chat'],
          ['assistant', 'I did not find a specific answer. Would you like to talk to a human?'],
          ['person', 'A human, please'],
        ],
      },
      [
        reply(
          ago(3, '21:58'),
          'Hello Samuel, this is Tone from Samtur. When was the ride, and what does the jacket look like?',
        ),
        more(ago(3, '22:01'), 'Sunday, from Stavanger. It is dark green with a hood.'),
        move(ago(3, '22:05'), 'in_progress', 'Ring sjåføren i morgen tidlig.'),
        reply(ago(3, '22:06'), 'Thank you. I will call the driver tomorrow morning and write to you here.'),
      ],
    ),
    request(
      ago(6, '08:20'),
      {
        from: named('Berit Aasen'),
        type: 'account',
        subject: 'Jeg har fått ny e-postadresse',
        description: 'Den gamle adressen min virker snart ikke mer. Hvordan bytter jeg?',
      },
      [
        reply(
          ago(6, '10:40'),
          'Hei Berit! Gå til Profil og velg Sikkerhet. Der kan du bytte, og vi sender en lenke til den nye adressen.',
        ),
        more(ago(6, '11:15'), 'Det gikk fint. Tusen takk for hjelpen!'),
        move(ago(6, '11:30'), 'resolved'),
      ],
    ),
    request(
      ago(9, '19:00'),
      {
        from: ingrid,
        type: 'legal',
        subject: 'Må jeg betale skatt av det jeg får?',
        description: 'Jeg deler bare på utgiftene, men en kollega sier at jeg må føre det opp. Stemmer det?',
      },
      [
        reply(
          ago(8, '09:10'),
          'Hei Ingrid! Så lenge dere bare deler det turen koster, er det ikke inntekt. Mer står under Lover og regler.',
        ),
        move(ago(8, '09:12'), 'resolved', 'Vurder en artikkel om skatt.'),
      ],
    ),
  ]
}
