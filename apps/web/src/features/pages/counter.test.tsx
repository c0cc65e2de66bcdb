import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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

test('waits half a second, counts, and ends on the figure', async () => {
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

test('a person who prefers reduced motion sees the figure at once', () => {
  prefersStill(true)
  render(counter)
  expect(seen()).toBe('15420 kg')
})

test('a screen reader reads the figure from the start, once', () => {
  prefersStill(false)
  render(counter)
  const spoken = screen.getAllByText('15420 kg').filter((element) => !element.closest('[aria-hidden]'))
  expect(spoken).toHaveLength(1)
})

describe('sent by the server', () => {
  /** Hydrates a page from the server, with or without the style that shows zero for figures that will count. */
  function comesAlive(hidden: boolean) {
    const container = document.body.appendChild(document.createElement('div'))
    container.innerHTML = renderToString(counter)
    const style = document.head.appendChild(document.createElement('style'))
    style.textContent = `.awaits-counting { visibility: ${hidden ? 'hidden' : 'visible'} }`
    expect(seen()).toBe('15420 kg')
    render(counter, { container, hydrate: true })
    return () => style.remove()
  }

  test('counts where zero was shown so far', async () => {
    prefersStill(false)
    const done = comesAlive(true)
    await pass(50)
    expect(seen()).toBe('0 kg')
    await pass(1450)
    expect(seen()).not.toMatch(/^(0|15420) kg$/)
    await pass(1600)
    expect(seen()).toBe('15420 kg')
    done()
  })

  test('a figure that was visible stays', async () => {
    prefersStill(false)
    const done = comesAlive(false)
    expect(seen()).toBe('15420 kg')
    await pass(1500)
    expect(seen()).toBe('15420 kg')
    done()
  })
})
