/** Plans reports, and the administrator's decisions. */
import { type Calendar, minutesAfter } from './calendar.ts'
import { ingrid, mikkel, people, type Person } from './people.ts'
import type { PlannedChat, PlannedReport } from './planned.ts'

const named = (name: string): Person => {
  const person = people.find((it) => it.name === name)
  if (!person) throw new Error(`nobody is called ${name}`)
  return person
}

/** Plans a report of each state and each kind. */
export function planReports(calendar: Calendar, chats: readonly PlannedChat[]): PlannedReport[] {
  const ago = (days: number, time: string) => calendar.at(-days, time)
  const mats = named('Mats Gundersen')
  const talk = chats.find(({ driver, passenger }) => driver === ingrid && passenger === mats)
  const last = talk?.messages.at(-1)?.at ?? ago(3, '20:00')
  return [
    {
      reporter: ingrid,
      reported: mats,
      about: 'conversation',
      reason: 'Han vil at jeg skal ta med en pakke til Trondheim, men ikke si hva som er i den. Det føltes ikke greit.',
      at: minutesAfter(last, 40),
    },
    {
      reporter: named('Freja Lindholm'),
      reported: named('Jens Peter Dam'),
      about: 'person',
      reason: 'Der stod røgfri bil på turen, men han røg to gange undervejs, og jeg har astma.',
      at: ago(1, '18:20'),
    },
    {
      reporter: named('Linn Hellesund'),
      reported: named('Sander Nilsen'),
      about: 'person',
      reason: 'Møtte ikke opp, og svarte verken på melding eller telefon. Vi ventet i tjue minutter.',
      at: ago(9, '09:10'),
      decision: {
        status: 'resolved',
        reason: 'Vi har snakket med ham og forklart hva som gjelder. Skjer det igjen, stenges kontoen.',
        at: ago(8, '13:45'),
      },
    },
    {
      reporter: named('Eirik Sletten'),
      reported: mikkel,
      about: 'comment',
      reason: 'Jeg kjører ikke for fort. Kan dere fjerne kommentaren?',
      at: ago(12, '21:30'),
      decision: {
        status: 'dismissed',
        reason: 'Kommentaren er en mening og holder seg til turen. Du kan svare på den under vurderingen.',
        at: ago(11, '10:05'),
      },
    },
  ]
}
