/** The service interface on one page: two people sign up, one publishes a ride and listens, the other reserves a seat and writes. */
import { createClient } from '@supabase/supabase-js'

const password = 'fjordtur-2026'
const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

/** Returns the ride and the message that the driver received. `confirmed` resolves once the person has opened the link in the mail. */
export async function run(url: string, key: string, confirmed: (email: string) => Promise<void>) {
  const join = async (full_name: string) => {
    const program = createClient(url, key, { auth: { persistSession: false, storageKey: full_name } })
    const email = `${crypto.randomUUID()}@example.no`
    const { error } = await program.auth.signUp({ email, password, options: { data: { full_name } } })
    if (error) throw error
    await confirmed(email)
    const session = await program.auth.signInWithPassword({ email, password })
    if (session.error) throw session.error
    return { program, id: session.data.user.id }
  }
  const [driver, passenger] = [await join('Dag Sjåfør'), await join('Pia Passasjer')]

  const route = { start_location: 'Oslo', end_location: 'Bergen', stops: ['Gol'], price: 250, total_seats: 3 }
  const car = { license_plate: 'AB12345', car_make: 'Volvo', car_model: 'V60', car_color: 'Blå' }
  const times = { departure_time: hours(48), arrival_time: hours(55) }
  const ride = { driver_id: driver.id, ...route, ...times, ...car }
  const published = await driver.program.from('rides').insert(ride).select('id').single().throwOnError()

  const request = { ride_id: published.data.id, passenger_id: passenger.id, seats_requested: 1, status: 'pending' }
  await passenger.program.from('reservations').insert(request).throwOnError()

  const members = { driver_id: driver.id, passenger_id: passenger.id, ride_id: null }
  const chat = await passenger.program.from('chats').insert(members).select('id').single().throwOnError()
  const filter = { event: 'INSERT', schema: 'public', table: 'messages', filter: `chat_id=eq.${chat.data.id}` } as const
  const heard = Promise.withResolvers<string>()
  const channel = driver.program.channel('chat').on('postgres_changes', filter, (e) => heard.resolve(e.new['content']))
  await new Promise<void>((ready) => channel.on('system', {}, () => ready()).subscribe())
  const message = { chat_id: chat.data.id, sender_id: passenger.id, content: 'Hei!', message_type: 'text' }
  await passenger.program.from('messages').insert(message).throwOnError()
  const text = await heard.promise
  await driver.program.removeAllChannels()
  return { rideId: published.data.id as string, heard: text }
}
