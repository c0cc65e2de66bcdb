import { expect, test } from 'vitest'
import { endRecovery } from '#lib/session'
import { fakeServer, kari } from '../../../test/server.ts'
import { show, shownAddress } from '../../../test/show.tsx'
import { ResetScreen } from './reset-screen.tsx'

const server = fakeServer()

test.each([
  ['signed-in', kari, '/security'],
  ['signed-out', null, '/auth'],
])('without a link from a mail, a %s person is sent away', async (_, me, path) => {
  server.me = me
  endRecovery()
  await show(<ResetScreen />, '/reset-password')
  expect(shownAddress()).toBe(path)
})
