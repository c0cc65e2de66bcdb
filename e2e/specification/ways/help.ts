import type { Person } from '../../person.ts'
import type { help, information } from '../help.ts'
import { failing, way, type Ways } from '../way.ts'

async function send({ help: screen }: Person) {
  await screen.open('contact')
  await screen.fill({ subject: 'Hvor er skjerfet mitt?', description: 'Det er blått.' })
  await screen.send.click()
}

export const helpWays: Ways<typeof help> = {
  'the knowledge base': way('visitor', '/help-support'),
  'the form': way('visitor', '/help-support?tab=contact'),
  'a form with gaps': way('visitor', async ({ help: screen }) => {
    await screen.open('contact')
    await screen.send.click()
  }),
  'a request that failed': way('newcomer', async (person) => {
    await failing(person, 'POST', 'v1/support-requests')
    await send(person)
  }),
  'a request that was sent': way('passenger', send),
  'the live chat': way('visitor', '/help-support?tab=chat'),
  'an assistant without an answer': way('visitor', async ({ help: screen }) => {
    await screen.open('chat')
    await screen.openChat()
    await screen.ask('asdf qwer zxcv')
  }),
}

export const informationWays: Ways<typeof information> = {
  'laws and rules': way('visitor', '/laws-rules'),
  terms: way('visitor', '/terms'),
  'green mission': way('visitor', '/green-mission'),
}
