import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { nameStates } from '@samtur/contract/identities'
import { text } from '../../../test/text.ts'
import { NameState } from './name-state.tsx'
import { ConfirmedName } from './confirmed-name.tsx'

const service = { id: 'vipps', name: 'Vipps', linked: true, name_state: 'open' as const }
const provider = 'Vipps'

test.each(nameStates)('a linked service in the state %s says so, and what to do about it', (name_state) => {
  const onConfirm = vi.fn()
  render(<NameState service={{ ...service, name_state }} busy={false} onConfirm={onConfirm} />)
  const texts = {
    open: text('confirmed.open', { provider }),
    confirmed: text('confirmed.done'),
    names_differ: text('confirmed.names_differ', { provider }),
    no_name: text('confirmed.no_name', { provider }),
    no_age: text('confirmed.no_age', { provider }),
    under_18: text('confirmed.under_18', { provider }),
  }
  expect(screen.getByText(texts[name_state])).toBeDefined()
  const button = screen.queryByRole('button', { name: text('confirmed.again_with', { provider }) })
  expect(button === null).toBe(name_state === 'confirmed')
  if (button) fireEvent.click(button)
  expect(onConfirm).toHaveBeenCalledTimes(Number(name_state !== 'confirmed'))
})

test('a service that is not linked is offered, and one that confirms no names says nothing', () => {
  const { rerender, container } = render(
    <NameState service={{ ...service, linked: false }} busy={false} onConfirm={vi.fn()} />,
  )
  expect(screen.getByText(text('confirmed.offer', { provider }))).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
  rerender(<NameState service={{ ...service, name_state: null }} busy={false} onConfirm={vi.fn()} />)
  expect(container.textContent).toBe('')
})

test('a confirmed name has the service and the month, and another name has nothing', () => {
  const { rerender, container } = render(<ConfirmedName confirmed={{ provider, month: '2026-11-01' }} />)
  expect(container.textContent).toBe('Navn bekreftet av Vipps, november 2026')
  rerender(<ConfirmedName confirmed={null} />)
  expect(container.textContent).toBe('')
})
