/** People and trips in every state, for the tests of all screens. */
import { goodPicture, sendForm } from '../apps/server/test/images/uploads.ts'
import type { TestPerson } from '../apps/server/test/sessions.ts'
import { makeAdmin, rideBody, type Server } from './server.ts'
import { hours } from './texts.ts'

export interface Dataset {
  driver: TestPerson
  passenger: TestPerson
  /** Has done nothing yet. */
  newcomer: TestPerson
  /** Has requested the account's deletion. */
  leaver: TestPerson
  admin: TestPerson
  /** An administrator has suspended this account. */
  suspended: TestPerson
  /** None of these people has a seat on it. */
  openRide: string
  /** Its driver's account is suspended. */
  restingRide: string
  /** The passenger has requested a seat; the driver has not answered. */
  pendingRide: string
  acceptedRide: string
  /** The passenger had requested a seat before it was cancelled. */
  cancelledRide: string
  /** All seats are taken on the first leg. */
  fullRide: string
  /** It has departed, with the passenger. */
  departedRide: string
  chat: string
  /** Conversation of the passenger with the leaver. */
  leaverChat: string
  /** Conversation of the driver with a person who has sent an image. */
  imageChat: string
  /** Conversation of the passenger with a person who has blocked her since. */
  closedChat: string
  /** The passenger's request, answered. */
  supportRequest: string
}

const days = (count: number) => hours(24 * count)

export async function createDataset(server: Server): Promise<Dataset> {
  const driver = await server.member('Ingrid Solberg', { phone: '+4791234567' })
  const passenger = await server.member('Kari Nordmann', { phone: '+4798765432' })
  const other = await server.member('Aleksandra Wiśniewska-Kowalczyk')
  const newcomer = await server.member('Nils Ny')
  const leaver = await server.member('Lars Lund')
  const admin = await makeAdmin(server, 'Adele Styrer')
  const suspended = await server.member('Stein Stengt')
  const { id: restingRide } = await server.call<{ id: string }>(
    suspended,
    'POST',
    '/rides',
    rideBody({ daysAhead: 35 }),
  )
  await server.call(admin, 'POST', `/admin/users/${suspended.id}/suspend`, { reason: 'Har bedt om penger utenom.' })
  const publish = async (changes: Parameters<typeof rideBody>[0]) =>
    (await server.call<{ id: string }>(driver, 'POST', '/rides', rideBody(changes))).id
  const ask = async (who: TestPerson, ride: string, body: object = {}) =>
    (
      await server.call<{ id: string }>(who, 'POST', `/rides/${ride}/reservations`, {
        seats_requested: 1,
        accept_overlap: true,
        ...body,
      })
    ).id
  const answer = (reservation: string, verb: 'accept' | 'reject') =>
    server.call(driver, 'POST', `/reservations/${reservation}/${verb}`, {})

  // Completed trips are published while they are still ahead.
  server.clock.shift = -days(4)
  const departedRide = await publish({ daysAhead: -1 })
  const toRate = await ask(passenger, departedRide)
  const rated = await ask(other, await publish({ daysAhead: -2, end_location: 'Bergen', stops: [] }))
  await answer(toRate, 'accept')
  await answer(rated, 'accept')
  server.clock.shift = 0
  await server.call(other, 'POST', `/reservations/${rated}/rating`, {
    rating: 9,
    comment: 'Rolig og trygg sjåfør, god musikk.',
  })

  const openRide = await publish({ daysAhead: 30 })
  const pendingRide = await publish({ daysAhead: 31, notes: null })
  await ask(passenger, pendingRide, { from_position: 1, to_position: 3, message: 'Kan du hente meg på stasjonen?' })
  await answer(await ask(other, pendingRide, { seats_requested: 2 }), 'accept')
  const acceptedRide = await publish({
    daysAhead: 32,
    stops: ['Lillestrøm', 'Hamar', 'Lillehammer', 'Otta', 'Dombås', 'Oppdal'],
  })
  await answer(await ask(passenger, acceptedRide), 'accept')
  await answer(await ask(other, acceptedRide), 'reject')

  const cancelledRide = await publish({ daysAhead: 33, end_location: 'Bergen', stops: [] })
  await ask(passenger, cancelledRide)
  await server.call(driver, 'POST', `/rides/${cancelledRide}/cancel`, { reason: 'Bilen er på verksted.' })
  const fullRide = await publish({ daysAhead: 34, total_seats: 1 })
  await answer(await ask(other, fullRide, { from_position: 0, to_position: 1 }), 'accept')

  const people = { driver, passenger, other, leaver }
  return {
    driver,
    passenger,
    newcomer,
    leaver,
    admin,
    suspended,
    openRide,
    restingRide,
    pendingRide,
    acceptedRide,
    cancelledRide,
    fullRide,
    departedRide,
    ...(await makeConversations(server, people, acceptedRide)),
    supportRequest: await askForHelp(server, passenger, admin),
  }
}

async function askForHelp(server: Server, passenger: TestPerson, admin: TestPerson): Promise<string> {
  const { id } = await server.call<{ id: string }>(passenger, 'POST', '/support-requests', {
    name: passenger.name,
    email: passenger.email,
    request_type: 'technical',
    subject: 'Hvor finner jeg bilskiltet?',
    description: 'Sjåføren har godtatt meg, men jeg vet ikke hvilken bil jeg skal se etter.',
  })
  await server.call(admin, 'POST', `/admin/support-requests/${id}/message`, { message: 'Det står under Mine turer.' })
  return id
}

type Talking = Record<'driver' | 'passenger' | 'other' | 'leaver', TestPerson>
type Conversations = Pick<Dataset, 'chat' | 'leaverChat' | 'imageChat' | 'closedChat'>

async function makeConversations(server: Server, people: Talking, ride: string): Promise<Conversations> {
  const { driver, passenger, other, leaver } = people
  const open = async (who: TestPerson, body: object) =>
    (await server.call<{ id: string }>(who, 'POST', '/chats', body)).id
  const say = (who: TestPerson, chat: string, content: string) =>
    server.call(who, 'POST', `/chats/${chat}/messages`, { content })

  const chat = await open(passenger, { user_id: driver.id, ride_id: ride })
  await say(passenger, chat, 'Hei! Er det plass til en stor koffert?')
  await say(driver, chat, 'Ja da. Se https://example.no/bagasje, eller ring 912 34 567.')
  await say(passenger, chat, 'Supert 👍')

  const imageChat = await open(other, { user_id: driver.id })
  const bytes = await goodPicture('#27a', 900, 600)
  const { url } = server
  const { status } = await sendForm({ url, to: `/chats/${imageChat}/images`, as: { cookie: other.cookie }, bytes })
  if (status !== 201) throw new Error(`the image was answered with ${status}`)
  await say(other, imageChat, 'Har du barnesete?')

  const leaverChat = await open(leaver, { user_id: passenger.id })
  await say(leaver, leaverChat, 'Takk for turen!')
  await server.call(leaver, 'POST', '/me/deletion')

  const blocker = await server.member('Bodil Borte')
  const closedChat = await open(blocker, { user_id: passenger.id })
  await say(blocker, closedChat, 'Jeg har funnet noen andre.')
  await server.call(blocker, 'PUT', `/me/blocks/${passenger.id}`)
  return { chat, leaverChat, imageChat, closedChat }
}
