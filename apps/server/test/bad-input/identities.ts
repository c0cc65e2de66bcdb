/** Bad input: codes of an app, recovery codes, mailed codes, services. */
import { auth, one, refused, wrong, type Case, type Dataset } from './cases.ts'

/** Builds a request with a fresh session. */
const own = (path: string, body: unknown) => (dataset: Dataset) => ({ ...auth(path, body), as: dataset.passenger })
const totp = (id: string, about: string, code: unknown, expected = wrong('code', 'invalid')) =>
  one(id, about, own('two-factor/verify-totp', { code }), expected)
const recovery = (id: string, about: string, code: unknown, expected = wrong('code', 'invalid')) =>
  one(id, about, () => auth('two-factor/verify-backup-code', { code }), expected)
const mailed = (id: string, about: string, otp: unknown, expected = wrong('otp', 'invalid')) =>
  one(id, about, () => auth('sign-in/email-otp', { email: 'ingen@example.no', otp }), expected)
const service = (id: string, about: string, body: unknown, expected = wrong('provider', 'required')) =>
  one(id, about, () => auth('sign-in/social', body), expected)

export const identityCases: Case[] = [
  totp('TF1', 'five digits', '12345'),
  totp('TF2', 'seven digits', '1234567'),
  totp('TF3', 'letters', 'abcdef'),
  totp('TF4', 'empty', '', wrong('code', 'required')),
  totp('TF5', 'missing', undefined, wrong('code', 'required')),
  totp('TF6', 'a number', 123456, wrong('code', 'required')),
  totp('TF7', 'Arabic-Indic digits', '١٢٣٤٥٦'),
  totp('TF8', 'an apostrophe', "1' or 1"),
  totp('TF9', 'spaces between, nothing set up', ' 123 456 ', refused(409, 'two_factor_off')),
  one(
    'TF10',
    'another person’s id',
    own('two-factor/verify-totp', { code: '123456', userId: 'x' }),
    wrong('userId', 'unknown_field'),
  ),
  one('TF11', 'a secret of one’s own', own('two-factor/enable', { secret: 'AAAA' }), wrong('secret', 'unknown_field')),
  one('TF12', 'another kind of factor', own('two-factor/enable', { method: 'otp' }), wrong('method', 'invalid')),
  recovery('RC1', 'empty', '', wrong('code', 'required')),
  recovery('RC2', 'spaces', '   ', wrong('code', 'required')),
  recovery('RC3', 'too long', 'x'.repeat(41)),
  recovery('RC4', 'a list', ['7hk2m-x9dqp'], wrong('code', 'required')),
  mailed('EC1', 'letters', 'abcdef'),
  mailed('EC2', 'six digits, as a code of an app has', '123456'),
  mailed('EC3', 'missing', undefined, wrong('otp', 'required')),
  one('EC4', 'no address', () => auth('sign-in/email-otp', { otp: '12345678' }), wrong('email', 'required')),
  one(
    'EC5',
    'two addresses',
    () => auth('email-otp/send-verification-otp', { email: ['a@example.no', 'b@example.no'] }),
    wrong('email', 'invalid'),
  ),
  one(
    'EC6',
    'a header',
    () => auth('email-otp/send-verification-otp', { email: 'ola@example.no\r\nBcc: evil@example.com' }),
    wrong('email', 'invalid'),
  ),
  service('SV1', 'none named', {}),
  service('SV2', 'an empty name', { provider: '' }),
  service(
    'SV3',
    'a token instead of a visit',
    { provider: 'x', idToken: { token: 'x' } },
    wrong('idToken', 'unknown_field'),
  ),
  service('SV4', 'other scopes', { provider: 'x', scopes: ['admin'] }, wrong('scopes', 'unknown_field')),
  service('SV5', 'a name that objects have', { provider: 'constructor' }, refused(404, 'not_found')),
  one('SV6', 'a password', own('unlink-account', { provider: 'credential' }), refused(404, 'not_found')),
  one(
    'SV7',
    'the library’s own field',
    own('unlink-account', { accountId: 'x', provider: 'x' }),
    wrong('accountId', 'unknown_field'),
  ),
]
