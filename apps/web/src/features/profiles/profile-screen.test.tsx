import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { queryClient } from '#lib/query-client'
import { fakeServer, kari, page } from '../../../test/server.ts'
import { show } from '../../../test/show.tsx'
import { containing, text } from '../../../test/text.ts'
import { ProfileScreen } from './profile-screen.tsx'

const server = fakeServer({ answers: { 'ratings.list': () => page([]) } })

test.each([true, false])('the way to the chat is there where one may write: %s', async (can_chat) => {
  server.answers['profiles.get'] = () => ({ ...kari.profile, member_since: '2026-01-01', record: null, can_chat })
  queryClient.clear()
  await show(
    <Routes>
      <Route path="/profile/:userId" element={<ProfileScreen />} />
    </Routes>,
    '/profile/u-kari',
  )
  await screen.findByRole('heading', { level: 1, name: containing('Kari Nordmann') })
  expect(screen.queryAllByRole('link', { name: text('profiles.start_chat') })).toHaveLength(can_chat ? 1 : 0)
})
