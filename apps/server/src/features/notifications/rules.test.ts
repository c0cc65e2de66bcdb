import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkDevice, decodePosition, deviceName, encodePosition } from './rules.ts'

const curve = createECDH('prime256v1')
const point = curve.generateKeys()
const device = {
  endpoint: 'https://push.example/1',
  p256dh: point.toString('base64url'),
  auth: Buffer.alloc(16, 1).toString('base64url'),
}
const isPushService = ({ hostname }: URL) => hostname === 'push.example'

test('a browser with an address of a push service and keys of the curve is accepted', () => {
  expect(() => checkDevice(device, isPushService)).not.toThrow()
})

const offCurve = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)])
const otherForm = Buffer.concat([Buffer.of(5), point.subarray(1)])
test.each([
  ['no address', 'endpoint', { endpoint: 'push' }],
  ['an address of another host', 'endpoint', { endpoint: 'https://example.org/1' }],
  ['a point that is not on the curve', 'keys', { p256dh: offCurve.toString('base64url') }],
  ['a point that is too short', 'keys', { p256dh: point.subarray(0, 64).toString('base64url') }],
  ['a compressed point', 'keys', { p256dh: curve.getPublicKey('base64url', 'compressed') }],
  ['a point of another form', 'keys', { p256dh: otherForm.toString('base64url') }],
  ['a secret of 15 bytes', 'keys', { auth: Buffer.alloc(15, 1).toString('base64url') }],
  ['a secret of 17 bytes', 'keys', { auth: Buffer.alloc(17, 1).toString('base64url') }],
])('a browser with %s is refused', (_, field, changes) => {
  expect(() => checkDevice({ ...device, ...changes }, isPushService)).toThrow(
    expect.objectContaining({ code: 'validation', data: { fields: { [field]: 'invalid' } } }),
  )
})

test.each([
  [{ browser: 'Firefox', system: 'Linux' }, 'Firefox, Linux'],
  [{ browser: '', system: 'Linux' }, 'Linux'],
  [{ browser: 'Firefox', system: '' }, 'Firefox'],
  [{ browser: '', system: '' }, null],
])('the device %o is called %s', (device, name) => {
  expect(deviceName(device)).toBe(name)
})

test('a position in the list can be encoded and decoded', () => {
  for (const id of ['0', '7', '123456789012345678']) expect(decodePosition(encodePosition(id))).toBe(id)
})

test.each(['', 'x', '-1', '1.5', ' 1', '1 ', '1234567890123456789'])('the position %j is refused', (id) => {
  expect(() => decodePosition(encodePosition(id))).toThrow(
    expect.objectContaining({ code: 'validation', data: { fields: { cursor: 'invalid' } } }),
  )
})
