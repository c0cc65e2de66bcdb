import { beforeEach, expect, test, vi } from 'vitest'
import { resubscribe, show } from './push.ts'

const showNotification = vi.fn<(title: string, options: NotificationOptions) => Promise<void>>().mockResolvedValue()
const made = { endpoint: 'https://push.example/2', keys: { p256dh: 'BPublic', auth: 'secret' } }
const subscribe = vi.fn<(options: PushSubscriptionOptionsInit) => Promise<typeof made>>(async () => made)
const answers: Response[] = []
const sent = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>(
  async () => answers.shift() ?? new Response(),
)

beforeEach(() => {
  vi.clearAllMocks()
  answers.length = 0
  vi.stubGlobal('self', { registration: { showNotification, pushManager: { subscribe } } })
  vi.stubGlobal('fetch', sent)
})

const message = (text: string) => ({ json: () => JSON.parse(text) }) as PushMessageData

test('a message is shown with its text', async () => {
  await show(message('{"title":"Ny melding","body":"Hei","path":"/chat","tag":"a","lang":"no"}'), 'Nytt varsel')
  const options = { body: 'Hei', tag: 'a', lang: 'no', data: { path: '/chat' }, renotify: true }
  expect(showNotification.mock.calls).toEqual([['Ny melding', expect.objectContaining(options)]])
})

test.each([
  ['no data', null],
  ['no JSON', message.bind(null, '{')()],
  ['no title', message('{"body":"Hei"}')],
  ['no object', message('null')],
])('a message with %s shows something, because browsers end the subscription otherwise', async (_, data) => {
  await show(data, 'Nytt varsel')
  expect(showNotification.mock.calls).toEqual([
    ['Nytt varsel', expect.objectContaining({ data: { path: '/notifications' } })],
  ])
})

test('a dropped subscription is made again and registered, a replaced one is registered', async () => {
  answers.push(Response.json({ push_key: 'BKey' }))
  await resubscribe(null)
  expect(subscribe.mock.calls).toEqual([[{ userVisibleOnly: true, applicationServerKey: 'BKey' }]])
  const post = [
    '/api/v1/me/push-subscriptions',
    expect.objectContaining({ method: 'POST', body: JSON.stringify(made) }),
  ]
  expect(sent.mock.calls.at(-1)).toEqual(post)
  answers.push(Response.json({ push_key: 'BKey' }))
  await resubscribe(made as unknown as PushSubscription)
  expect([subscribe.mock.calls.length, sent.mock.calls.at(-1)]).toEqual([1, post])
})

test.each([
  ['without a session', Response.json({ code: 'unauthenticated' }, { status: 401 })],
  ['where push is off', Response.json({ push_key: null })],
])('%s nothing is registered', async (_, response) => {
  answers.push(response)
  await resubscribe(null)
  expect([subscribe.mock.calls.length, sent.mock.calls.length]).toEqual([0, 1])
})
