import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, kari, refusal } from '../../../test/server.ts'
import { show } from '../../../test/show.tsx'
import { containing, text } from '../../../test/text.ts'
import { EditScreen } from './edit-screen.tsx'

const server = fakeServer({ answers: {} })

test('a gender that was changed within a year keeps what was typed, and the field says from which day it changes again', async () => {
  server.me = { ...kari, profile: { ...kari.profile, gender: 'kvinne' } }
  server.answers['profiles.update'] = () =>
    refusal('validation', { fields: { gender: 'changed_recently' }, params: { date: '2099-11-27' } })
  await show(<EditScreen />)
  const gender = screen.getByLabelText<HTMLSelectElement>(containing(text('profiles.gender')))
  fireEvent.change(gender, { target: { value: 'mann' } })
  await act(async () => fireEvent.submit(document.querySelector('form')!))
  await screen.findByText(text('same_gender.changed_recently', { date: 'fredag 27. november 2099' }))
  expect(gender.value).toBe('mann')
  expect(gender.getAttribute('aria-invalid')).toBe('true')
})
