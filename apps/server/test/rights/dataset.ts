/** One of everything: a driver with a ride, a passenger in each state, a blocked person, an administrator, a chat. */
import { sendImage } from '../../src/features/chat/service.ts'
import { clearChat } from '../../src/features/chat/store.ts'
import { rideToStore, storeRide } from '../../src/features/rides/service-storing.ts'
import { LINK } from '../../src/features/travel/present.ts'
import { insertLink } from '../../src/features/travel/store.ts'
import { checkWanted } from '../../src/features/wanted/service.ts'
import { insertWanted } from '../../src/features/wanted/store.ts'
import { rideBody as rideSchema } from '@samtur/contract/rides'
import { wantedBody as wantedSchema } from '@samtur/contract/wanted'
import { rideBody, type TestApp } from '../app.ts'
import { addReservation, cancelRide } from '../reservations.ts'
import { addRide } from '../rides.ts'
import { addPerson, testSecret, type TestPerson } from '../sessions.ts'
import { signId } from '../../src/platform/signed-id.ts'
import type { Role } from './rows.ts'

export interface Dataset {
  driver: TestPerson
  /** Signed up, not confirmed; has a session that the product would never issue. */
  unconfirmed: TestPerson
  stranger: TestPerson
  pending: TestPerson
  accepted: TestPerson
  rejected: TestPerson
  /** The driver has blocked this person. */
  blocked: TestPerson
  admin: TestPerson
  rideId: string
  /** A weekly series that the ride belongs to. */
  seriesId: string
  /** Reservations on the ride, by state. */
  reservations: { pending: string; accepted: string; rejected: string }
  /** Another ride of the driver, and the offer of its only seat to the pending passenger. */
  waiting: { rideId: string; offerId: string }
  /** The accepted passenger's rating of the driver after an earlier ride. */
  ratingId: string
  /** A rate that is in force. */
  rateId: string
  /** A support request of the accepted passenger. */
  supportId: string
  /** An export of support requests that the administrator has started. */
  supportExportId: string
  /** A conversation between the driver and the accepted passenger. */
  chatId: string
  /** A conversation between the driver and the blocked person, from before the block. */
  oldChatId: string
  /** The driver's message in it. */
  messageId: string
  /** The driver's images in the two conversations. */
  imageKey: string
  oldImageKey: string
  /** From before the blocked person deleted the old conversation for the first time. */
  clearedImageKey: string
  /** The blocked person's report on the driver, with their old conversation. */
  reportId: string
  /** The rejected passenger's request and place on the waiting list of a third ride, which the driver has cancelled. */
  lost: { reservationId: string; waitingId: string }
  /** The accepted passenger's public wanted ride on the way of the driver's ride. */
  wantedId: string
  /** A follow link of the accepted passenger, and the key of its address. */
  followId: string
  followKey: string
  /** A mail to the driver that the mail server has refused. */
  deadMailId: string
}

/** Returns where the driver's ride starts; a search for it finds that ride only. */
export const startOf = (driver: TestPerson) => `Oslo ${driver.id.slice(0, 8)}`

export async function createDataset(t: TestApp): Promise<Dataset> {
  const { app, db, clock } = t
  const add = (name: string, options = {}) => addPerson(db.kysely, { name, ...options })
  const driver = await add('Dag Sjåfør')
  const unconfirmed = await add('Una Ubekreftet', { verified: false })
  const [stranger, pending, accepted, rejected, blocked] = [
    await add('Nils Fremmed'),
    await add('Pia Venter'),
    await add('Anne Godtatt'),
    await add('Rolf Avvist'),
    await add('Bo Blokkert'),
  ]
  const admin = await add('Adele Styrer', { role: 'admin' })
  await db.kysely
    .updateTable('profile')
    .set({ phone: '+4791234567', address: 'Storgata 1' })
    .where('id', '=', driver.id)
    .execute()
  await db.kysely.updateTable('profile').set({ is_driver: true }).where('id', '=', driver.id).execute()
  const rideId = await storeRide(
    db.kysely,
    rideToStore(driver.id, rideSchema.parse(rideBody(clock, { start_location: startOf(driver) })), clock.now()),
  )
  const reserve = (person: TestPerson, status: 'pending' | 'accepted' | 'rejected') => {
    const ended_by = status === 'rejected' ? ('driver' as const) : null
    const section = { to_position: 3, message: 'Hei' }
    return addReservation(db.kysely, { ride_id: rideId, passenger_id: person.id, ...section, status, ended_by })
  }
  const reservations = {
    pending: await reserve(pending, 'pending'),
    accepted: await reserve(accepted, 'accepted'),
    rejected: await reserve(rejected, 'rejected'),
  }
  await db.kysely.updateTable('ride_leg').set({ seats_taken: 1 }).where('ride_id', '=', rideId).execute()
  await db.kysely.updateTable('ride').set({ available_seats: 3 }).where('id', '=', rideId).execute()
  await db.kysely.updateTable('ride_section').set({ seats_free: 3 }).where('ride_id', '=', rideId).execute()
  const chat = async (passenger: TestPerson) => {
    const { id } = await db.kysely
      .insertInto('chat')
      .values({ driver_id: driver.id, passenger_id: passenger.id, ride_id: rideId })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const [chatId, oldChatId] = [await chat(accepted), await chat(blocked)]
  const image = async (chat: string) => {
    const { parts } = app
    const sending = { sender: driver.id, chatId: chat, clientId: undefined }
    const sent = await sendImage(parts, sending, { bytes: Buffer.from('a picture'), width: 1, height: 1 })
    return { messageId: sent.id, key: sent.image_key ?? '' }
  }
  const { messageId, key: imageKey } = await image(chatId)
  const { key: clearedImageKey } = await image(oldChatId)
  await clearChat(db.read, oldChatId, blocked.id)
  const { key: oldImageKey } = await image(oldChatId)
  await db.kysely.insertInto('user_block').values({ blocker_id: driver.id, blocked_id: blocked.id }).execute()
  const { id: reportId } = await db.kysely
    .insertInto('user_report')
    .values({ reporter_id: blocked.id, reported_id: driver.id, reason: 'Ubehagelig', chat_id: oldChatId, chat_seq: 2 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    driver,
    unconfirmed,
    stranger,
    pending,
    accepted,
    rejected,
    blocked,
    admin,
    rideId,
    seriesId: await addSeries(db, driver, rideId),
    reservations,
    waiting: await addOffer(t, driver, pending),
    lost: await addLost(t, driver, rejected),
    ratingId: await addRating(db, driver, accepted),
    rateId: await firstRate(db),
    supportId: await addSupportRequest(db, accepted),
    supportExportId: await beginSupportExport(db, admin),
    chatId,
    oldChatId,
    messageId,
    imageKey,
    oldImageKey,
    clearedImageKey,
    reportId,
    wantedId: await addWanted(db, accepted),
    ...(await addFollowLink(db, accepted, { ride_id: rideId, reservation_id: reservations.accepted })),
    deadMailId: await addDeadMail(db, driver),
  }
}

async function addFollowLink(db: TestApp['db'], person: TestPerson, trip: { ride_id: string; reservation_id: string }) {
  const link = { sharer_id: person.id, ...trip, email: null, locale: 'no' }
  const followId = await db.tx((tx) => insertLink(tx, link))
  return { followId, followKey: signId(testSecret, LINK, followId) }
}

async function addWanted(db: TestApp['db'], person: TestPerson): Promise<string> {
  const [from, to] = ['Hamar', 'Trondheim'].map((text) => ({ text, place_id: null }))
  const wanted = wantedSchema.parse({ from, to, weekdays: [1, 2, 3, 4, 5, 6, 7], public: true })
  return db.tx((tx) => insertWanted(tx, person.id, checkWanted(wanted, new Date())))
}

async function addOffer({ db, clock }: TestApp, driver: TestPerson, waits: TestPerson) {
  const departure = new Date(clock.now().getTime() + 20 * 3_600_000)
  const rideId = await addRide(db, { driverId: driver.id, route: ['Narvik', 'Bodø'], departure, seats: 1 })
  await db.kysely.updateTable('ride_leg').set({ seats_taken: 1 }).where('ride_id', '=', rideId).execute()
  await db.kysely.updateTable('ride').set({ available_seats: 0 }).where('id', '=', rideId).execute()
  await db.kysely.updateTable('ride_section').set({ seats_free: 0 }).where('ride_id', '=', rideId).execute()
  const { id: offerId } = await db.kysely
    .insertInto('waiting_entry')
    .values({
      ride_id: rideId,
      passenger_id: waits.id,
      from_position: 0,
      to_position: 1,
      seats_requested: 1,
      state: 'offered',
      created_at: clock.now(),
      offer_from: clock.now(),
      offer_until: departure,
      notified_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { rideId, offerId }
}

async function addLost({ db, clock }: TestApp, driver: TestPerson, { id: passenger_id }: TestPerson) {
  const { kysely } = db
  const now = clock.now()
  const departure = new Date(now.getTime() + 30 * 3_600_000)
  const ride_id = await addRide(db, { driverId: driver.id, route: ['Alta', 'Tromsø'], departure })
  const reservationId = await addReservation(kysely, { ride_id, passenger_id })
  await cancelRide(db, ride_id, driver.id)
  const { id: waitingId } = await kysely
    .insertInto('waiting_entry')
    .values({
      ride_id,
      passenger_id,
      from_position: 0,
      to_position: 1,
      seats_requested: 1,
      state: 'ended',
      created_at: now,
      ended_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const trip = { from: 'Alta', to: 'Tromsø', departure_time: departure.toISOString(), seats: 1 }
  await kysely
    .insertInto('notification')
    .values({
      user_id: passenger_id,
      kind: 'waiting_ended',
      params: JSON.stringify({ ...trip, waiting_id: waitingId }),
      path: `/rides/${ride_id}`,
      dedupe_key: `waiting_ended:${waitingId}`,
    })
    .execute()
  return { reservationId, waitingId }
}

async function addDeadMail({ kysely }: TestApp['db'], { email: recipient }: TestPerson): Promise<string> {
  const { id } = await kysely
    .insertInto('outbox')
    .values({ kind: 'accounts.reset_request', recipient, locale: 'no', data: '{}', attempts: 1, last_error: '550' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely.updateTable('outbox').set({ dead_at: new Date() }).where('id', '=', id).execute()
  return id
}

async function addSupportRequest({ kysely }: TestApp['db'], { id: user_id, name, email }: TestPerson): Promise<string> {
  const request = { request_type: 'general', subject: 'Hvor er turen?', description: 'Jeg finner den ikke.' } as const
  const { id } = await kysely
    .insertInto('support_request')
    .values({ user_id, name, email, ...request })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function beginSupportExport({ kysely }: TestApp['db'], admin: TestPerson): Promise<string> {
  const { id } = await kysely
    .insertInto('audit_log')
    .values({ actor_id: admin.id, action: 'support_exported', subject_id: null, reason: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function firstRate({ kysely }: TestApp['db']): Promise<string> {
  const { id } = await kysely.selectFrom('cost_rate').select('id').where('country', '=', 'NO').executeTakeFirstOrThrow()
  return id
}

/** Adds a rating with its old ride and reservation. */
async function addRating(db: TestApp['db'], driver: TestPerson, passenger: TestPerson): Promise<string> {
  const departure = new Date('2025-05-01T08:00:00Z')
  const ride_id = await addRide(db, { driverId: driver.id, route: ['Voss', 'Odda'], departure })
  const created_at = new Date('2025-04-30T08:00:00Z')
  await addReservation(db.kysely, { ride_id, passenger_id: passenger.id, status: 'accepted', created_at })
  const { id } = await db.kysely
    .insertInto('rating')
    .values({ ride_id, rater_id: passenger.id, rated_id: driver.id, rating: 8, comment: 'Fin tur', reply: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function addSeries(db: TestApp['db'], driver: TestPerson, rideId: string): Promise<string> {
  const { id } = await db.kysely
    .insertInto('ride_series')
    .values({ driver_id: driver.id, weekdays: [5], until_day: '2027-12-31' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.kysely.updateTable('ride').set({ series_id: id, series_direction: 'out' }).where('id', '=', rideId).execute()
  return id
}

export const personOf: Record<Role, (w: Dataset) => TestPerson | undefined> = {
  V: () => undefined,
  U: (w) => w.unconfirmed,
  N: (w) => w.stranger,
  Pp: (w) => w.pending,
  Pa: (w) => w.accepted,
  Pr: (w) => w.rejected,
  D: (w) => w.driver,
  B: (w) => w.blocked,
  A: (w) => w.admin,
}
