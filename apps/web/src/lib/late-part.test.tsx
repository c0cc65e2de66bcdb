import { fireEvent, render, screen } from '@testing-library/react'
import { useState, type ComponentType } from 'react'
import { expect, test } from 'vitest'
import { ToastProvider } from '#ui/toast'
import { useLatePart } from './late-part.ts'

const Words = ({ text }: { text: string }) => <p>{text}</p>
let load: () => Promise<ComponentType<{ text: string }>>

function Opener() {
  const { Part, busy, open } = useLatePart(() => load())
  const [shown, setShown] = useState(false)
  return (
    <>
      <button type="button" onClick={() => open(() => setShown(true))}>
        {busy ? 'wait' : 'open'}
      </button>
      {Part && shown && <Part text="here" />}
    </>
  )
}

const show = () =>
  render(
    <ToastProvider texts={{ region: 'Meldinger', dismiss: 'Lukk meldingen' }}>
      <Opener />
    </ToastProvider>,
  )

test('a part is loaded on first use, and shown once it is loaded', async () => {
  let arrive: (part: typeof Words) => void = () => {}
  load = () => new Promise((resolve) => (arrive = resolve))
  show()
  fireEvent.click(screen.getByText('open'))
  expect(screen.getByText('wait')).toBeDefined()
  expect(screen.queryByText('here')).toBeNull()
  arrive(Words)
  expect(await screen.findByText('here')).toBeDefined()
  expect(screen.getByText('open')).toBeDefined()
})

test('a part that fails to load shows an error, and can be loaded again', async () => {
  load = () => Promise.reject(new Error('offline'))
  show()
  fireEvent.click(screen.getByText('open'))
  expect(await screen.findByText('Feil')).toBeDefined()
  expect(screen.queryByText('here')).toBeNull()
  load = () => Promise.resolve(Words)
  fireEvent.click(screen.getByText('open'))
  expect(await screen.findByText('here')).toBeDefined()
})
