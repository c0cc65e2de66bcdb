/** Operations on conversations and blocks. */
import type { ChatSummary } from '@samtur/contract/chat'
import { signedIn } from '../errors.ts'
import { notOffered } from './errors.ts'
import { mustBe, type Operation, type OperationInput, readSelf, valueOf } from './operations.ts'
import { pictureAddress } from './rows-people.ts'
import type { Row } from './shapes.ts'

const flag = { operators: ['eq', 'is'] } as const
const notDeleted = { deleted_by_driver: flag, deleted_by_passenger: flag } as const
const newestFirst = { table: 'chats', verb: 'GET', order: 'updated_at.desc' } as const

export const chatOperations: readonly Operation[] = [
  {
    ...newestFirst,
    name: 'chats.mine',
    filters: notDeleted,
    or: ['driver_id.eq', 'passenger_id.eq'],
    run: async (input) => listChats(input, namesOf(input)),
  },
  {
    ...newestFirst,
    name: 'chats.mine.kept',
    filters: {},
    or: ['deleted_by_driver.eq&driver_id.eq', 'deleted_by_passenger.eq&passenger_id.eq'],
    run: async (input) => listChats(input, namesOf(input)),
  },
  {
    ...newestFirst,
    name: 'chats.pair',
    filters: { driver_id: { operators: ['eq'], required: true }, passenger_id: { operators: ['eq'], required: true } },
    run: async (input) => {
      const [driver, passenger] = [valueOf(input.filters, 'driver_id'), valueOf(input.filters, 'passenger_id')]
      const rows = await findPair(input, [driver, passenger])
      return rows.map((row) => withSides(row, driver, passenger))
    },
  },
  {
    ...newestFirst,
    name: 'chats.pair.either',
    filters: {},
    or: ['driver_id.eq&passenger_id.eq', 'driver_id.eq&passenger_id.eq'],
    run: async (input) => findPair(input, namesOf(input)),
  },
  {
    name: 'chats.insert',
    table: 'chats',
    verb: 'POST',
    filters: {},
    body: ['driver_id', 'passenger_id', 'ride_id'],
    needs: ['driver_id', 'passenger_id'],
    run: openChat,
  },
  {
    name: 'user_blocks.insert',
    table: 'user_blocks',
    verb: 'POST',
    filters: {},
    body: ['blocker_id', 'blocked_id'],
    needs: ['blocked_id'],
    run: block,
  },
]

/** The ids of people that the alternatives name. */
const namesOf = ({ query }: OperationInput): string[] => [
  ...new Set(query.or.flat().flatMap(({ column, values }) => (column.endsWith('_id') ? values : []))),
]

/** Returns the caller's conversations; none where a query names another person or selects deleted ones. */
async function listChats(input: OperationInput, people: readonly (string | undefined)[]): Promise<Row[]> {
  const { product, filters, query } = input
  const { id } = signedIn(input)
  const flags = [...[...filters.values()].flat(), ...query.or.flat()].filter(({ column }) =>
    column.startsWith('deleted_by'),
  )
  if (people.some((one) => one !== id) || flags.some(({ values }) => values[0] !== 'false')) return []
  const { items } = await product.reach('chat.list')({})
  return rowsOf(input, items)
}

/** Returns the conversation of two people, one of whom is the caller; nothing for others. */
async function findPair(input: OperationInput, people: readonly (string | undefined)[]): Promise<Row[]> {
  const { product } = input
  const { id } = signedIn(input)
  const other = people.find((one) => one !== id)
  if (people.length !== 2 || !people.includes(id) || other === undefined) return []
  const { items } = await product.reach('chat.list')({})
  return rowsOf(
    input,
    items.filter((chat) => chat.other.id === other),
  )
}

async function rowsOf(input: OperationInput, chats: readonly ChatSummary[]): Promise<Row[]> {
  if (chats.length === 0) return []
  const { profile } = await readSelf(input)
  return chats.map((chat) => chatRow(input.deps.origin(), chat, profile))
}

interface Member {
  id: string
  full_name: string
  profile_picture: string | null
}

/** Both flags are false: a side that deleted the conversation does not list it, and the other side does not learn of it. */
function chatRow(origin: string, chat: ChatSummary, own: Member): Row {
  const member = ({ id, full_name, profile_picture }: Member): Row => ({
    id,
    full_name,
    profile_picture: pictureAddress(origin, profile_picture),
  })
  const sideOf = (id: string) => member(id === own.id ? own : chat.other)
  return {
    id: chat.id,
    driver_id: chat.driver_id,
    passenger_id: chat.passenger_id,
    ride_id: chat.ride_id,
    deleted_by_driver: false,
    deleted_by_passenger: false,
    updated_at: chat.updated_at,
    driver: sideOf(chat.driver_id),
    passenger: sideOf(chat.passenger_id),
  }
}

async function openChat(input: OperationInput): Promise<Row[]> {
  const { product, body } = input
  const open = product.reach('chat.open')
  const { id } = signedIn(input)
  const { driver_id: driver, passenger_id: passenger, ride_id: rideId = null } = body[0] ?? {}
  if (driver !== id && passenger !== id) throw notOffered('chats', 'One of the two people is the caller.')
  const chat = await open({ body: { user_id: driver === id ? passenger : driver, ride_id: rideId } } as never)
  const rows = await rowsOf(input, [chat])
  return rows.map((row) => withSides(row, driver, passenger))
}

/** Returns the row with the sides that the program names. Lists have the stored ones: who opens a conversation is its passenger, whoever drives. */
const withSides = (row: Row, driver: unknown, passenger: unknown): Row =>
  row['driver_id'] === driver
    ? row
    : { ...row, driver_id: driver, passenger_id: passenger, driver: row['passenger'], passenger: row['driver'] }

async function block(input: OperationInput): Promise<Row[]> {
  const { product, caller, body } = input
  const put = product.reach('moderation.block')
  const { blocker_id: blocker = caller?.id, blocked_id: blocked } = body[0] ?? {}
  mustBe('user_blocks', 'blocker_id', blocker, caller?.id)
  await put({ params: { userId: String(blocked) } })
  return [{ blocker_id: blocker, blocked_id: blocked }]
}
