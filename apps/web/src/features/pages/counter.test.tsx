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

describe('sent by the server', () => {
  /** What has come as a page, with the style sheet's say on whether figures that will count are seen. */
  function comesAlive(hidden: boolean) {
    const container = document.body.appendChild(document.createElement('div'))
    container.innerHTML = renderToString(counter)
    const style = document.head.appendChild(document.createElement('style'))
    style.textContent = `.awaits-counting { opacity: ${hidden ? 0 : 1} }`
    expect(seen()).toBe('15420 kg')
    render(counter, { container, hydrate: true })
    return () => style.remove()
  }

  test('it counts where nobody has seen the figure yet', async () => {
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

  test('what has been seen stays', async () => {
    prefersStill(false)
    const done = comesAlive(false)
    expect(seen()).toBe('15420 kg')
    await pass(1500)
    expect(seen()).toBe('15420 kg')
    done()
  })
})
