// Tests which events count as a first interaction.
import { afterEach, expect, test, vi } from 'vitest'
import { onFirstTouch } from './first-touch.ts'

const stops: (() => void)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))

function listen() {
  const touched = vi.fn<() => void>()
  stops.push(onFirstTouch(touched, Infinity))
  return touched
}
const move = (movementX: number) => dispatchEvent(Object.assign(new Event('pointermove'), { movementX, movementY: 0 }))

test('a pointer that rests while the page is laid out is no touch; one that moves is, once', () => {
  const touched = listen()
  move(0)
  expect(touched).not.toHaveBeenCalled()
  move(3)
  move(3)
  expect(touched).toHaveBeenCalledTimes(1)
})

test.each(['pointerdown', 'keydown', 'scroll', 'focusin', 'click'])('a %s is a touch', (name) => {
  const touched = listen()
  dispatchEvent(new Event(name))
  expect(touched).toHaveBeenCalledTimes(1)
})
