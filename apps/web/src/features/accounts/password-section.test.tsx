import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, kari } from '../../../test/server.ts'
import { show } from '../../../test/show.tsx'
import { text } from '../../../test/text.ts'
import { PasswordSection } from './password-section.tsx'

const server = fakeServer({ me: kari, answers: { 'POST /request-password-reset': () => ({ status: true }) } })

test('without a password a link for the first one is mailed', async () => {
  await show(<PasswordSection me={kari} hasPassword={false} />)
  fireEvent.click(screen.getByRole('button', { name: text('security.send_password_link') }))
  await screen.findByText(text('security.password_link_sent', { email: kari.email }))
  expect(server.sentTo('POST /request-password-reset').map(({ body }) => body)).toEqual([{ email: kari.email }])
})
