/** Rows of the interface's matrix: buckets and objects of `/storage/v1`, with an image that the driver has sent to the accepted passenger. */
import type { Dataset } from '../../../server/test/rights/dataset.ts'
import type { InterfaceRow } from './matrix.ts'
import { all, participant, type Role, signedIn } from '../../../server/test/rights/rows.ts'

const folder = 'chat-images'
const keyOf = (w: Dataset) => `${w.driver.id}/${w.imageKey}`
/** Only the two members of the conversation read its images. */
const members = (status: number): Record<Role, number> => ({ ...signedIn(404), D: status, Pa: status })

/** A row whose path ends with an image: of the driver, or with another id in its place. */
const ofImage = (
  [name, method, path]: readonly [name: string, method: string, path: string],
  rest: Pick<InterfaceRow, 'rule' | 'answers' | 'writes'> & { body?: unknown },
): InterfaceRow => {
  const { body, ...row } = rest
  const at = (key: string) => ({ path: `/storage/v1${path}/${folder}/${key}`, ...(body !== undefined && { body }) })
  return {
    ...row,
    name: `storage: ${name}`,
    route: `${method} /storage/v1${path}/:bucket/*`,
    request: (w) => at(keyOf(w)),
    foreign: (id, w) => at(`${w.driver.id}/${id}.jpg`),
  }
}

const reads = [
  ['objects.info', 'GET', '/object/info'],
  ['objects.info.authenticated', 'GET', '/object/info/authenticated'],
  ['objects.info.public', 'GET', '/object/info/public'],
  ['objects.get', 'GET', '/object'],
  ['objects.exists', 'HEAD', '/object'],
  ['objects.get.authenticated', 'GET', '/object/authenticated'],
  ['objects.exists.authenticated', 'HEAD', '/object/authenticated'],
  ['objects.get.public', 'GET', '/object/public'],
  ['objects.exists.public', 'HEAD', '/object/public'],
] as const

const relocate = (name: 'move' | 'copy', ofDriver: number): InterfaceRow => {
  const body = (sourceKey: string, w: Dataset) => ({
    body: { bucketId: folder, sourceKey, destinationKey: `${w.driver.id}/ny.jpg` },
  })
  return {
    name: `storage: objects.${name}`,
    route: `POST /storage/v1/object/${name}`,
    rule: 'own uploads',
    answers: { ...participant(404), D: ofDriver },
    request: (w) => body(keyOf(w), w),
    foreign: (id, w) => body(`${w.driver.id}/${id}.jpg`, w),
    writes: true,
  }
}

export const storageRows: readonly InterfaceRow[] = [
  { name: 'storage: buckets.list', route: 'GET /storage/v1/bucket', rule: 'open', answers: all(200) },
  {
    name: 'storage: buckets.get',
    route: 'GET /storage/v1/bucket/:id',
    rule: 'open',
    answers: all(200),
    request: () => ({ path: '/storage/v1/bucket/profiles' }),
  },
  {
    name: 'storage: objects.list',
    route: 'POST /storage/v1/object/list/:bucket',
    rule: 'the own folder',
    answers: { ...signedIn(404), D: 200 },
    request: (w) => ({ path: `/storage/v1/object/list/${folder}`, body: { prefix: w.driver.id } }),
    foreign: (id) => ({ path: `/storage/v1/object/list/${folder}`, body: { prefix: id } }),
  },
  ...reads.map((read) => ofImage(read, { rule: 'members of the conversation', answers: members(200) })),
  ofImage(['objects.sign', 'POST', '/object/sign'], {
    rule: 'members of the conversation',
    answers: members(200),
    body: { expiresIn: 60 },
  }),
  {
    name: 'storage: objects.sign.many',
    route: 'POST /storage/v1/object/sign/:bucket',
    rule: 'members of the conversation; an error in the place of an address for others',
    answers: signedIn(200),
    request: (w) => ({
      path: `/storage/v1/object/sign/${folder}`,
      body: { expiresIn: 60, paths: [`${w.driver.id}/${w.imageKey}`] },
    }),
  },
  ...(['GET', 'HEAD'] as const).map((method) =>
    ofImage([`objects.signed.${method.toLowerCase()}`, method, '/object/sign'], {
      rule: 'opened by the signature, here without one',
      answers: all(400),
    }),
  ),
  ...(['POST', 'PUT'] as const).map((method) =>
    ofImage([`objects.upload.${method.toLowerCase()}`, method, '/object'], {
      rule: 'the own folder; the name is taken',
      answers: { ...participant(404), D: 409 },
      writes: true,
    }),
  ),
  relocate('move', 404),
  relocate('copy', 415),
  {
    name: 'storage: objects.remove',
    route: 'DELETE /storage/v1/object/:bucket',
    rule: 'own uploads that were not sent; others are left out',
    answers: participant(200),
    request: (w) => ({ path: `/storage/v1/object/${folder}`, body: { prefixes: [keyOf(w)] } }),
    writes: true,
  },
  ofImage(['objects.remove.one', 'DELETE', '/object'], {
    rule: 'own uploads that were not sent',
    answers: participant(404),
    writes: true,
  }),
]
