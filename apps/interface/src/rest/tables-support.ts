/** Operations on requests to the support. */
import type { OwnRequest, RequestDetail } from '@samtur/contract/support'
import {
  isOwn,
  mustBe,
  mustBeNow,
  type Operation,
  type OperationInput,
  pageFrom,
  readPages,
  readSelf,
  valueOf,
} from './operations.ts'
import type { Row } from './shapes.ts'

const byId = { id: { operators: ['eq'], required: true } } as const

const newRequest = {
  table: 'support_requests',
  verb: 'POST',
  filters: {},
  body: ['user_id', 'name', 'email', 'request_type', 'subject', 'description', 'status'],
  needs: ['name', 'email', 'subject', 'description'],
} as const

export const supportOperations: readonly Operation[] = [
  {
    ...newRequest,
    name: 'support_requests.message',
    when: { request_type: 'admin_message', status: 'resolved' },
    run: messageReporter,
  },
  { ...newRequest, name: 'support_requests.insert', run: requestSupport },
  {
    name: 'support_requests.all',
    table: 'support_requests',
    verb: 'GET',
    filters: {},
    order: 'created_at.desc',
    run: listRequests,
  },
  {
    name: 'support_requests.mine',
    table: 'support_requests',
    verb: 'GET',
    filters: { user_id: { operators: ['eq'], required: true } },
    order: 'created_at.desc',
    run: listOwnRequests,
  },
  {
    name: 'support_requests.reply',
    table: 'support_requests',
    verb: 'PATCH',
    filters: byId,
    body: ['admin_notes', 'updated_at'],
    needs: ['admin_notes', 'updated_at'],
    run: replyToRequest,
  },
  {
    name: 'support_requests.update',
    table: 'support_requests',
    verb: 'PATCH',
    filters: byId,
    body: ['status', 'reviewed_at', 'reviewed_by', 'admin_notes'],
    run: updateRequest,
  },
]

async function requestSupport(input: OperationInput): Promise<Row[]> {
  const { product, caller, body } = input
  const create = product.reach('support.create')
  // Without a confirmed address a request is a guest's.
  const own = caller?.verified ? caller.id : null
  const { user_id: userId = own, status: given, ...fields } = body[0] ?? {}
  mustBe('support_requests', 'user_id', userId, own)
  mustBe('support_requests', 'status', given, 'pending')
  const { id, status, created_at } = await create({ body: fields } as never)
  const none = { reviewed_at: null, reviewed_by: null, admin_notes: null }
  return [
    {
      request_type: 'general',
      ...fields,
      // The answer to a member goes to the account, whatever address was typed.
      ...(own !== null && { email: caller?.email }),
      id,
      user_id: userId,
      status,
      created_at,
      updated_at: created_at,
      ...none,
    },
  ]
}

/** Writes to a person about the newest own report that is not dismissed; the message is kept as a resolved request. */
async function messageReporter(input: OperationInput): Promise<Row[]> {
  const { product, body } = input
  const message = product.reach('reports.message')
  const { user_id: userId, subject, description } = body[0] ?? {}
  const all = product.reach('reports.all')
  const reports = await readPages((cursor) => all({ query: pageFrom(cursor) }))
  const report = reports.find(({ reporter, status }) => reporter?.id === userId && status !== 'dismissed')
  const sent = { params: { id: report?.id ?? '' }, body: { subject, message: description } }
  await message(sent as never)
  const { items } = await product.reach('support.all')({ query: { type: 'admin_message', limit: '1' } })
  return items.map((item) => ({ ...item, user_id: item.user?.id ?? null, description }))
}

async function listOwnRequests(input: OperationInput): Promise<Row[]> {
  const { product, caller, enough } = input
  const own = product.reach('support.own')
  if (!isOwn(input, 'user_id')) return []
  const items = await readPages((cursor) => own({ query: pageFrom(cursor) }), enough)
  const { profile, email } = await readSelf(input)
  return items.map((item) => ownRequestRow(item, { user_id: caller?.id, name: profile.full_name, email }))
}

/** The notes are the administrator's alone. */
const ownRequestRow = (item: OwnRequest, person: Row): Row => ({
  ...person,
  id: item.id,
  request_type: item.request_type,
  subject: item.subject,
  description: item.description,
  status: item.status,
  created_at: item.created_at,
  updated_at: item.updated_at,
})

async function listRequests(input: OperationInput): Promise<Row[]> {
  const { product, enough } = input
  const all = product.reach('support.all')
  return readPages(async (cursor) => {
    const { items, next_cursor } = await all({ query: pageFrom(cursor) })
    const details = await product.supportDetails(items.map(({ id }) => id))
    return {
      items: items.map(({ user, ...item }): Row => ({ ...item, user_id: user?.id ?? null, ...details.get(item.id) })),
      next_cursor,
    }
  }, enough)
}

const requestRow = (item: RequestDetail): Row => ({
  id: item.id,
  user_id: item.user?.id ?? null,
  name: item.name,
  email: item.email,
  request_type: item.request_type,
  subject: item.subject,
  description: item.description,
  status: item.status,
  created_at: item.created_at,
  updated_at: item.updated_at,
  reviewed_at: item.reviewed_at,
  reviewed_by: item.reviewed_by?.id ?? null,
  admin_notes: item.admin_notes,
})

/** Sends a reply to the person. Clients of the service write it as notes with a new time. */
async function replyToRequest(input: OperationInput): Promise<Row[]> {
  const { product, filters, body } = input
  const reply = product.reach('support.reply')
  const { admin_notes: message, updated_at: at } = body[0] ?? {}
  mustBeNow(input, 'support_requests', 'updated_at', at)
  const id = valueOf(filters, 'id') ?? ''
  return [requestRow(await reply({ params: { id }, body: { message } } as never))]
}

async function updateRequest(input: OperationInput): Promise<Row[]> {
  const { product, caller, filters, body } = input
  const update = product.reach('support.update')
  const { reviewed_at: at, reviewed_by: by, ...fields } = body[0] ?? {}
  mustBe('support_requests', 'reviewed_by', by, caller?.id)
  mustBeNow(input, 'support_requests', 'reviewed_at', at)
  const id = valueOf(filters, 'id') ?? ''
  return [requestRow(await update({ params: { id }, body: fields }))]
}
