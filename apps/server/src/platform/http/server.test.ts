/** Headers of every response, whichever part of the server sends it. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/app.ts'

test.each([
  ['http://localhost:3000', null],
  ['https://samtur.example', 'max-age=31536000; includeSubDomains'],
])('at %s every answer carries the security headers', async (publicUrl, transport) => {
  const t = await startTestApp({ env: { PUBLIC_URL: publicUrl } })
  try {
    for (const path of ['/api/v1/rides', '/api/v1/rides?limit=0', '/api/v1/nothing', '/nowhere', '/healthz']) {
      const { headers } = await t.call('GET', path)
      expect(headers.get('content-security-policy'), path).toContain("default-src 'self';base-uri 'none'")
      expect(headers.get('content-security-policy')).toMatch(/style-src 'self'(;|$)/)
      expect(headers.get('content-security-policy')?.includes('upgrade-insecure-requests')).toBe(transport !== null)
      expect(headers.get('strict-transport-security')).toBe(transport)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      const permissions = headers.get('permissions-policy')?.split(', ') ?? []
      expect(permissions).toEqual(expect.arrayContaining(['geolocation=()', 'camera=()', 'clipboard-write=(self)']))
      expect(permissions.filter((one) => !one.endsWith('=()'))).toEqual(['clipboard-write=(self)'])
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  } finally {
    await t.close()
  }
})

test('a style element is allowed on the description of the API alone, by its hash', async () => {
  const t = await startTestApp()
  const { headers, text } = await t.call('GET', '/api/docs')
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  expect(headers.get('content-security-policy')).toContain(`style-src 'self' 'sha256-${hash}'`)
  const mailbox = await t.call('GET', '/dev/mailbox')
  expect(mailbox.headers.get('content-security-policy')).toContain("style-src 'self' 'unsafe-inline'")
  await t.close()
})
