import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Counter } from './counter.tsx'

const figure = (value: number) => `${value} kg`
const counter = <Counter target={15_420} duration={2500} format={figure} />
const seen = () => document.querySelector('[data-counter]')?.textContent

const prefersStill = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }))
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

beforeEach(() => void vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('it waits half a second, counts, and ends on the figure', async () => {
  prefersStill(false)
  render(counter)
  await pass(450)
  expect(seen()).toBe('0 kg')
  await pass(1000)
  expect(seen()).not.toMatch(/^(0|15420) kg$/)
  await pass(1200)
  expect(seen()).not.toBe('15420 kg')
  await pass(500)
  expect(seen()).toBe('15420 kg')
})

test('who wants nothing to move sees the figure at once', () => {
  prefersStill(true)
  render(counter)
  expect(seen()).toBe('15420 kg')
})

test('read aloud it is the figure from the start, once', () => {
  prefersStill(false)
  render(counter)
  const heard = screen.getAllByText('15420 kg').filter((element) => !element.closest('[aria-hidden]'))
  expect(heard).toHaveLength(1)
})
