import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, kari } from '../../../test/server.ts'
import { show } from '../../../test/show.tsx'
import { containing, text } from '../../../test/text.ts'
import { EditScreen } from './edit-screen.tsx'

const server = fakeServer({ answers: { 'profiles.update': () => kari.profile } })

async function typed(value: string) {
  server.me = { ...kari, profile: { ...kari.profile, phone: null } }
  await show(<EditScreen />)
  const field = screen.getByLabelText<HTMLInputElement>(containing(text('profiles.phone')))
  fireEvent.change(field, { target: { value } })
  return field
}

test.each([
  ['91234567', '+47 912 34 567'],
  ['0046 (0)70-123 45 67', '+46 70 123 45 67'],
  ['+4791234567', '+4791234567'],
  ['12', '12'],
  ['', ''],
])('a field with %j shows %j once it is left', async (value, shown) => {
  const field = await typed(value)
  fireEvent.blur(field)
  expect(field.value).toBe(shown)
})

test('Enter shows the number first, and sends it the second time', async () => {
  const field = await typed('91234567')
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false)
  expect(field.value).toBe('+47 912 34 567')
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(true)
  await act(async () => fireEvent.submit(document.querySelector('form')!))
  await waitFor(() =>
    expect(server.sentTo('profiles.update').map(({ body }) => body)).toMatchObject([{ phone: '+4791234567' }]),
  )
})

test('a name that is not changed is not sent', async () => {
  await typed('91234567')
  await act(async () => fireEvent.submit(document.querySelector('form')!))
  await waitFor(() => expect(server.sentTo('profiles.update')).toHaveLength(1))
  expect(server.sentTo('profiles.update')[0]?.body).not.toHaveProperty('full_name')
})
