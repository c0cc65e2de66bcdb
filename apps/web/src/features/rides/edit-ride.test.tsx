import { fireEvent, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { paths, editRidePath } from '@samtur/contract/paths'
import { ownRide } from '../../../test/dataset.ts'
import { detail, ridesServer, show } from '../../../test/rides.tsx'
import { kari, page, refusal } from '../../../test/server.ts'
import { containing, text } from '../../../test/text.ts'
import { EditRideScreen } from './edit-ride-screen.tsx'

const server = ridesServer()

const screenOfRide = (
  <Routes>
    <Route path={paths.editRide} element={<EditRideScreen />} />
  </Routes>
)

test('leaving the form and coming back shows the ride’s own values', async () => {
  server.me = kari
  server.answers['rides.get'] = () => detail({ viewer: 'driver' })
  server.answers['reservations.myRides'] = () => page([ownRide([])])
  server.answers['costs.estimate'] = () => refusal('unavailable')
  const open = async () => {
    const { unmount } = await show(screenOfRide, editRidePath('r-1'))
    return { unmount, notes: await screen.findByLabelText<HTMLTextAreaElement>(containing(text('publish.notes'))) }
  }
  const { notes, unmount } = await open()
  expect(notes.value).toBe('Møtes ved Oslo S')
  fireEvent.change(notes, { target: { value: 'Møtes ved Bislett' } })
  unmount()
  expect((await open()).notes.value).toBe('Møtes ved Oslo S')
})
