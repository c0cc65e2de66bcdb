import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ownRide } from '../../../test/dataset.ts'
import { detail, ridesServer, show } from '../../../test/rides.tsx'
import { page, refusal } from '../../../test/server.ts'
import { containing, text } from '../../../test/text.ts'
import { EditRideScreen } from './edit-ride-screen.tsx'

const server = ridesServer()

test('leaving the form and coming back shows the ride’s own values', async () => {
  server.answers['rides.get'] = () => detail({ viewer: 'driver' })
  server.answers['reservations.myRides'] = () => page([ownRide([])])
  server.answers['costs.estimate'] = () => refusal('unavailable')
  const open = async () => {
    const { unmount } = await show(<EditRideScreen id="r-1" />)
    return { unmount, notes: await screen.findByLabelText<HTMLTextAreaElement>(containing(text('publish.notes'))) }
  }
  const { notes, unmount } = await open()
  expect(notes.value).toBe('Møtes ved Oslo S')
  fireEvent.change(notes, { target: { value: 'Møtes ved Bislett' } })
  unmount()
  expect((await open()).notes.value).toBe('Møtes ved Oslo S')
})
