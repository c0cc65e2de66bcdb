import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OwnReservation, RideReservation } from '@samtur/contract/reservations'
import { needCatalogues, setLanguage } from '#lib/i18n'
import { queryClient } from '#lib/query-client'
import { ToastProvider } from '#ui/toast'
import { text } from '../../../test/text.ts'
import { answerWithin } from './model.ts'
import { DriverRecord } from './public-record.ts'
import { RateButton, RatingsList } from './public.ts'

type Answer = { status?: number; body: unknown }

let sent: { method: string; url: string; body: unknown; key: string | null }[] = []
let answer: (url: string) => Answer | Promise<Answer>

const refusal = (status: number, code: string) => ({ status, body: { code, request_id: 'x' } })

async function respond(url: string, init: RequestInit = {}) {
  const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined
  sent.push({ method: init.method ?? 'GET', url, body, key: new Headers(init.headers).get('idempotency-key') })
  const { status = 200, body: answered } = await answer(url)
  return new Response(JSON.stringify(answered), { status, headers: { 'content-type': 'application/json' } })
}

const show = (element: ReactElement) =>
  render(
    <QueryClientProvider client={queryClient}>
      <ToastProvider texts={{ region: 'Meldinger', dismiss: 'Lukk meldingen' }}>{element}</ToastProvider>
    </QueryClientProvider>,
  )

const reservation = (change: Partial<OwnReservation> = {}) =>
  ({
    id: 'res-1',
    can_rate: true,
    own_rating: null,
    ride: { driver: { full_name: 'Ingrid Solberg' } },
    ...change,
  }) as OwnReservation

beforeAll(async () => {
  await needCatalogues(['core', 'errors', 'conflicts', 'fields', 'ratings', 'rides'])
  await setLanguage('no')
})

beforeEach(() => {
  sent = []
  queryClient.clear()
  vi.stubGlobal('fetch', respond)
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('Vurder tur', () => {
  const button = () => screen.getByRole('button', { name: text('ratings.rate_ride') })

  async function open() {
    show(<RateButton reservation={reservation()} />)
    fireEvent.click(button())
    return screen.findByRole('dialog', { name: text('ratings.dialog_title') })
  }
  const submit = () => screen.getByRole('button', { name: text('ratings.submit') })

  test('before departure it is there, but off, and says when', () => {
    show(<RateButton reservation={reservation({ can_rate: false })} />)
    expect(button().ariaDisabled).toBe('true')
    const hint = document.getElementById(button().getAttribute('aria-describedby') ?? '')
    expect(hint?.textContent).toBe(text('ratings.rate_after'))
    fireEvent.click(button())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('afterwards it says what was given', () => {
    show(<RateButton reservation={reservation({ can_rate: false, own_rating: 9 })} />)
    expect(screen.getByText(text('ratings.you_gave', { rating: 9 }))).toBeDefined()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('ten named choices; nothing is sent while none is chosen', async () => {
    const dialog = await open()
    const names = within(dialog)
      .getAllByRole('radio')
      .map((radio) => radio.ariaLabel)
    expect(names).toEqual(Array.from({ length: 10 }, (_, index) => `${index + 1} av 10`))
    expect(submit().ariaDisabled).toBe('true')
    fireEvent.click(submit())
    expect(await screen.findByText(text('ratings.required'))).toBeDefined()
    expect(sent).toEqual([])
  })

  test('sends the trimmed comment once and says thank you', async () => {
    let finish: (value: Answer) => void = () => {}
    answer = () => new Promise((resolve) => (finish = resolve))
    const dialog = await open()
    fireEvent.click(screen.getByRole('radio', { name: text('ratings.option', { value: 9 }) }))
    expect(submit().ariaDisabled).toBeNull()
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '  Fin tur!  ' } })
    fireEvent.click(submit())
    fireEvent.click(submit())
    await waitFor(() => expect(sent).toHaveLength(1))
    await act(async () => finish({ status: 201, body: { shown: true } }))
    expect(await screen.findByText(text('ratings.sent'))).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent[0]).toMatchObject({
      method: 'POST',
      url: '/api/v1/reservations/res-1/rating',
      body: { rating: 9, comment: 'Fin tur!' },
      key: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    })
    // The button is gone; the focus is on what stands in its place.
    expect(document.activeElement?.textContent).toBe(text('ratings.you_gave', { rating: 9 }))
  })

  test.each([
    ['already_rated', 'Du har allerede vurdert denne turen.'],
    ['not_departed', 'Du kan vurdere turen etter avreise.'],
  ])('%s is told, and what was typed stays', async (code, reason) => {
    answer = () => refusal(409, code)
    const dialog = await open()
    fireEvent.click(screen.getByRole('radio', { name: text('ratings.option', { value: 3 }) }))
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Hm' } })
    fireEvent.click(submit())
    await screen.findByText(text('ratings.send_failed'))
    expect(within(dialog).getByText(reason)).toBeDefined()
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox').value).toBe('Hm')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: text('ratings.option', { value: 3 }) }).checked).toBe(
      true,
    )
  })

  test('after a rating of 3 or less the reason is asked for', async () => {
    await open()
    for (const [rating, label] of [
      [4, text('ratings.comment_label')],
      [3, text('ratings.reason_label')],
      [1, text('ratings.reason_label')],
      [10, text('ratings.comment_label')],
    ] as const) {
      fireEvent.click(screen.getByRole('radio', { name: `${rating} av 10` }))
      expect(screen.getByRole('textbox', { name: new RegExp(label.replace('?', '\\?')) })).toBeDefined()
    }
  })

  test('a comment that is too long is not sent', async () => {
    const dialog = await open()
    fireEvent.click(screen.getByRole('radio', { name: text('ratings.option', { value: 3 }) }))
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'a'.repeat(1001) } })
    fireEvent.click(submit())
    await waitFor(() => expect(within(dialog).getByRole('textbox').getAttribute('aria-invalid')).toBe('true'))
    expect(sent).toEqual([])
  })
})

describe('Vurder passasjer', () => {
  const request = (change: Partial<RideReservation> = {}) =>
    ({
      id: 'res-2',
      can_rate: true,
      own_rating: null,
      passenger: { full_name: 'Pia Pedersen' },
      ...change,
    }) as RideReservation

  test('named after the passenger, and sent to the same place', async () => {
    answer = () => ({ status: 201, body: { shown: true } })
    show(<RateButton reservation={request()} />)
    fireEvent.click(screen.getByRole('button', { name: 'Vurder passasjer Pia Pedersen' }))
    const dialog = await screen.findByRole('dialog', { name: text('ratings.passenger_title') })
    expect(within(dialog).getByText(text('ratings.passenger_lead', { name: 'Pia Pedersen' }))).toBeDefined()
    fireEvent.click(screen.getByRole('radio', { name: text('ratings.option', { value: 10 }) }))
    fireEvent.click(screen.getByRole('button', { name: text('ratings.submit') }))
    expect(await screen.findByText(text('ratings.you_gave', { rating: 10 }))).toBeDefined()
    expect(sent[0]).toMatchObject({ url: '/api/v1/reservations/res-2/rating', body: { rating: 10, comment: null } })
  })

  test('nothing while it is not possible', () => {
    const { container } = show(<RateButton reservation={request({ can_rate: false })} />)
    expect(screen.queryByRole('button')).toBeNull()
    expect(container.textContent).toBe('')
  })

  test('blind: says when it will be shown', async () => {
    answer = () => ({ status: 201, body: { shown: false } })
    show(<RateButton reservation={request()} />)
    fireEvent.click(screen.getByRole('button'))
    fireEvent.click(await screen.findByRole('radio', { name: text('ratings.option', { value: 8 }) }))
    fireEvent.click(screen.getByRole('button', { name: text('ratings.submit') }))
    expect(await screen.findByText(text('ratings.hidden', { days: 14 }))).toBeDefined()
  })
})

describe('how a driver has kept to trips', () => {
  const shown = (record: Parameters<typeof DriverRecord>[0]['record']) => {
    const { container } = show(<DriverRecord record={record} />)
    return container.querySelector('p')?.textContent
  }

  test.each([
    [
      { completed_trips: 34, cancelled_late: 1, answer_minutes: 90 },
      '34 turer\u00a0· , svarer vanligvis innen 2 timer\u00a0· , avlyst sent 1 gang',
    ],
    [{ completed_trips: 3, cancelled_late: 0, answer_minutes: null }, '3 turer'],
    [{ completed_trips: 1, cancelled_late: 2, answer_minutes: null }, '1 tur\u00a0· , avlyst sent 2 ganger'],
    [null, undefined],
  ])('%o', (record, expected) => expect(shown(record)).toBe(expected))

  test.each([
    [0, 'minutes', 15],
    [16, 'minutes', 30],
    [31, 'hours', 1],
    [61, 'hours', 2],
    [18 * 60, 'hours', 18],
    [18 * 60 + 1, 'days', 1],
    [24 * 60 + 1, 'days', 2],
  ])('%i minutes are %s: %i', (minutes, unit, count) => expect(answerWithin(minutes)).toEqual({ unit, count }))
})

describe('the list of ratings', () => {
  const rating = (id: string, comment: string | null = null) => ({
    id,
    rating: 9,
    comment,
    created_at: '2026-05-04T10:00:00+02:00',
    rater: { first_name: 'Kari', profile_picture: null },
    rated_as: 'driver',
    reply: null,
    can_reply: false,
    can_report: false,
  })

  test('name, stars in words, day and comment; more by cursor', async () => {
    answer = (url) =>
      url.includes('cursor=next')
        ? { body: { items: [rating('b', 'Rolig sjåfør')], next_cursor: null } }
        : { body: { items: [rating('a', 'Fin tur')], next_cursor: 'next' } }
    show(<RatingsList userId="u-1" name="Ingrid Solberg" />)
    expect(await screen.findByText('Fin tur')).toBeDefined()
    expect(screen.getByText('Kari')).toBeDefined()
    expect(screen.getByText(text('ratings.option', { value: 9 }))).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: text('ratings.show_more') }))
    expect(await screen.findByText('Rolig sjåfør')).toBeDefined()
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('nobody has said anything yet', async () => {
    answer = () => ({ body: { items: [], next_cursor: null } })
    show(<RatingsList userId="u-1" name="Ingrid Solberg" />)
    expect(await screen.findByText(text('ratings.none'))).toBeDefined()
  })

  test('a failure is logged and told quietly', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    answer = () => refusal(500, 'internal')
    show(<RatingsList userId="u-1" name="Ingrid Solberg" />)
    expect(await screen.findByText(text('ratings.list_unavailable'))).toBeDefined()
    expect(screen.queryByRole('alert')?.textContent).toBe('')
    expect(log).toHaveBeenCalledOnce()
  })
})

describe('answering and reporting', () => {
  const judged = {
    id: 'r-1',
    rating: 3,
    comment: 'Kjørte for fort',
    created_at: '2026-05-04T10:00:00+02:00',
    rater: { first_name: 'Kari', profile_picture: null },
    rated_as: 'passenger',
    reply: null as { text: string; created_at: string } | null,
    can_reply: true,
    can_report: true,
  }
  const button = (name: string) => screen.getByRole('button', { name })

  /** The list, and what is answered to anything else. */
  async function list(other: () => Answer) {
    const item = { ...judged }
    answer = (url) => (url.endsWith('/ratings') ? { body: { items: [item], next_cursor: null } } : other())
    show(<RatingsList userId="u-1" name="Ingrid Solberg" />)
    await screen.findByText('Kjørte for fort')
    return item
  }

  test('an answer stands below the rating, with the focus there', async () => {
    const item = await list(() => {
      item.reply = { text: 'Beklager', created_at: '2026-05-05T10:00:00+02:00' }
      item.can_reply = false
      return { status: 201, body: item }
    })
    expect(screen.getByText(/som passasjer/)).toBeDefined()
    fireEvent.click(button(text('ratings.reply')))
    await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'))
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '  Beklager ' } })
    fireEvent.click(button(text('ratings.reply_send')))
    expect(await screen.findByText(text('ratings.reply_by', { name: 'Ingrid' }))).toBeDefined()
    expect(screen.getByText('Beklager')).toBeDefined()
    expect(screen.getByText(text('ratings.reply_sent'))).toBeDefined()
    expect(screen.queryByRole('textbox')).toBeNull()
    const { url, body } = sent.find(({ method }) => method === 'POST') ?? {}
    expect([url, body]).toEqual(['/api/v1/ratings/r-1/reply', { text: '  Beklager ' }])
    expect(document.activeElement?.textContent).toContain(text('ratings.reply_by', { name: 'Ingrid' }))
  })

  test('what was typed stays when it cannot be sent, and an empty answer is not sent', async () => {
    await list(() => refusal(500, 'internal'))
    fireEvent.click(button(text('ratings.reply')))
    fireEvent.click(await screen.findByRole('button', { name: text('ratings.reply_send') }))
    await waitFor(() => expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true'))
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Beklager' } })
    fireEvent.click(button(text('ratings.reply_send')))
    expect(await screen.findByText(/^Kunne ikke sende svaret/)).toBeDefined()
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Beklager')
    fireEvent.click(button(text('core.cancel')))
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('a report needs a reason, is thanked for, and is not offered again', async () => {
    await list(() => ({ body: { reported: true } }))
    fireEvent.click(button(text('ratings.report')))
    const dialog = await screen.findByRole('dialog', { name: text('ratings.report_title') })
    fireEvent.click(button(text('ratings.report_send')))
    await waitFor(() => expect(within(dialog).getByRole('textbox').getAttribute('aria-invalid')).toBe('true'))
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Ikke sant' } })
    fireEvent.click(button(text('ratings.report_send')))
    expect(await screen.findByText(text('ratings.reported'))).toBeDefined()
    expect(screen.getByText(text('ratings.reported_text'))).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('button', { name: text('ratings.report') })).toBeNull()
    expect(sent.at(-1)).toMatchObject({ url: '/api/v1/ratings/r-1/report', body: { reason: 'Ikke sant' } })
  })

  test('a report that fails says so, and the reason stays', async () => {
    await list(() => refusal(429, 'rate_limited'))
    fireEvent.click(button(text('ratings.report')))
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'Ikke sant' } })
    fireEvent.click(button(text('ratings.report_send')))
    expect(await screen.findByText(/^Kunne ikke rapportere kommentaren/)).toBeDefined()
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Ikke sant')
  })
})
