/** The service interface on one page: two people sign up, one publishes a ride and listens, the other reserves a seat and writes. */
import { createClient } from '@supabase/supabase-js'

const password = 'fjordtur-2026'
const inHours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

/** Returns the ride and the message that the driver received. `confirmed` resolves once the person has opened the link in the mail. */
export async function run(url: string, clientKey: string, confirmed: (email: string) => Promise<void>) {
  // Each person has a program, which keeps that person's session.
  const join = async (full_name: string) => {
    const program = createClient(url, clientKey, { auth: { persistSession: false, storageKey: full_name } })
    const email = `${crypto.randomUUID()}@example.no`
    const signedUp = await program.auth.signUp({ email, password, options: { data: { full_name } } })
    if (signedUp.error) throw signedUp.error
    await confirmed(email)
    const signedIn = await program.auth.signInWithPassword({ email, password })
    if (signedIn.error) throw signedIn.error
    return { id: signedIn.data.user.id, program }
  }
  const driver = await join('Dag Sjåfør')
  const passenger = await join('Pia Passasjer')

  // The driver publishes a ride. The server sets its free seats.
  const route = { start_location: 'Oslo', end_location: 'Bergen', stops: ['Gol'], price: 250, total_seats: 3 }
  const times = { departure_time: inHours(48), arrival_time: inHours(55) }
  const car = { license_plate: 'AB12345', car_make: 'Volvo', car_model: 'V60', car_color: 'Blå' }
  const newRide = { driver_id: driver.id, ...route, ...times, ...car }
  const { data: ride } = await driver.program.from('rides').insert(newRide).select('id').single().throwOnError()

  // The passenger requests a seat, and opens a conversation with the driver.
  const request = { ride_id: ride.id, passenger_id: passenger.id, seats_requested: 1, status: 'pending' }
  await passenger.program.from('reservations').insert(request).throwOnError()
  const people = { driver_id: driver.id, passenger_id: passenger.id, ride_id: ride.id }
  const { data: chat } = await passenger.program.from('chats').insert(people).select('id').single().throwOnError()

  // The driver listens. The system message says that the subscription has begun.
  const inserts = { event: 'INSERT', schema: 'public', table: 'messages', filter: `chat_id=eq.${chat.id}` } as const
  const received = Promise.withResolvers<string>()
  const channel = driver.program.channel('chat')
  channel.on('postgres_changes', inserts, ({ new: row }) => received.resolve(row['content']))
  await new Promise<void>((subscribed) => channel.on('system', {}, () => subscribed()).subscribe())

  // The passenger writes, and the driver receives the message.
  const message = { chat_id: chat.id, sender_id: passenger.id, content: 'Hei!', message_type: 'text' }
  await passenger.program.from('messages').insert(message).throwOnError()
  const content = await received.promise
  await driver.program.removeAllChannels()
  return { rideId: ride.id as string, content }
}
