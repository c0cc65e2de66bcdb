import type { Person } from '../../person.ts'
import type { help, information } from '../help.ts'
import { failing, scenario, type Scenarios } from '../scenario.ts'

async function send({ help: screen }: Person) {
  await screen.open('contact')
  await screen.fill({ subject: 'Hvor er skjerfet mitt?', description: 'Det er blått.' })
  await screen.send.click()
}

export const helpScenarios: Scenarios<typeof help> = {
  'the knowledge base': scenario('visitor', '/help-support'),
  'the form': scenario('visitor', '/help-support?tab=contact'),
  'a form with gaps': scenario('visitor', async ({ help: screen }) => {
    await screen.open('contact')
    await screen.send.click()
  }),
  'a request that failed': scenario('newcomer', async (person) => {
    await failing(person, 'POST', 'v1/support-requests')
    await send(person)
  }),
  'a request that was sent': scenario('passenger', send),
  'the live chat': scenario('visitor', '/help-support?tab=chat'),
  'an assistant without an answer': scenario('visitor', async ({ help: screen }) => {
    await screen.open('chat')
    await screen.openChat()
    await screen.ask('asdf qwer zxcv')
  }),
}

export const informationScenarios: Scenarios<typeof information> = {
  'laws and rules': scenario('visitor', '/laws-rules'),
  terms: scenario('visitor', '/terms'),
  'green mission': scenario('visitor', '/green-mission'),
}
