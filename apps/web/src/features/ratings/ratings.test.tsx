import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Rating } from '@samtur/contract/ratings'
import type { OwnReservation, RideReservation } from '@samtur/contract/reservations'
import { ownReservation, request as rideRequest } from '../../../test/dataset.ts'
import { fakeServer, page, refusal } from '../../../test/server.ts'
import { fakePopovers, show, shownAddress } from '../../../test/show.tsx'
import { containing, startingWith, text } from '../../../test/text.ts'
import { answerWithin } from './model.ts'
import { DriverRecord } from './driver-record.tsx'
import { RateButton } from './rate-button.tsx'
import { RatingsList } from './ratings-list.tsx'

fakePopovers()
const server = fakeServer()
const create = 'ratings.create'

const rating = (change: Partial<Rating> = {}): Rating => ({
  id: 'r-1',
  rating: 9,
  comment: null,
  created_at: '2026-05-04T10:00:00+02:00',
  rater: { first_name: 'Kari', profile_picture: null },
  rated_as: 'driver',
  reply: null,
  can_reply: false,
  can_report: false,
  ...change,
})
const given = () => ({ ...rating(), shown: true })

const reservation = (change: Partial<OwnReservation> = {}) => ownReservation({ can_rate: true, ...change })

afterEach(() => void vi.restoreAllMocks())

describe('rating a driver', () => {
  const button = () => screen.getByRole('button', { name: text('ratings.rate_ride') })

  async function open() {
    await show(<RateButton reservation={reservation()} />)
    fireEvent.click(button())
    return screen.findByRole('dialog', { name: text('ratings.dialog_title') })
  }
  const submit = () => screen.getByRole('button', { name: text('ratings.submit') })

  test('before departure it says in plain text when one can rate', async () => {
    await show(<RateButton reservation={reservation({ can_rate: false })} />)
    expect(screen.getByText(text('ratings.rate_later'))).toBeDefined()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('a rated trip shows the rating', async () => {
    await show(<RateButton reservation={reservation({ can_rate: false, own_rating: 9 })} />)
    expect(screen.getByText(text('ratings.you_gave', { rating: 9 }))).toBeDefined()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('soon after another rating the button is off and says from when it is possible, for both sides', async () => {
    const paused = { can_rate: false, can_rate_from: '2099-11-27T10:00:00Z' }
    const given = rideRequest({ id: 'res-2', name: 'Pia Pedersen', ...paused })
    for (const one of [reservation(paused), given]) {
      const { unmount } = await show(<RateButton reservation={one} />)
      const button = screen.getByRole('button')
      expect(button.getAttribute('aria-disabled')).toBe('true')
      const hint = document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent
      expect(hint).toMatch(/^Du kan vurdere .+ igjen fra .*27\. nov\./)
      unmount()
    }
  })

  test('there are ten named choices, and nothing is sent without one', async () => {
    const dialog = await open()
    const names = within(dialog)
      .getAllByRole('radio')
      .map((radio) => radio.ariaLabel)
    expect(names).toEqual(Array.from({ length: 10 }, (_, index) => text('ratings.option', { value: index + 1 })))
    expect(submit().ariaDisabled).toBe('true')
    fireEvent.click(submit())
    expect(await screen.findByText(text('ratings.required'))).toBeDefined()
    expect(server.sentTo(create)).toEqual([])
  })

  test('sends the trimmed comment once, and shows a toast', async () => {
    let finish = () => {}
    server.answers[create] = () => new Promise((resolve) => (finish = () => resolve(given())))
    const dialog = await open()
    fireEvent.click(screen.getByRole('radio', { name: text('ratings.option', { value: 9 }) }))
    expect(submit().ariaDisabled).toBeNull()
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '  Fin tur!  ' } })
    fireEvent.click(submit())
    fireEvent.click(submit())
    await waitFor(() => expect(server.sentTo(create)).toHaveLength(1))
    await act(async () => finish())
    expect(await screen.findByText(text('ratings.sent'))).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.sentTo(create)[0]).toMatchObject({
      params: { id: 'res-1' },
      body: { rating: 9, comment: 'Fin tur!' },
      key: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    })
    // The button is gone; the focus is on what stands in its place.
    expect(document.activeElement?.textContent).toBe(text('ratings.you_gave', { rating: 9 }))
  })

  test.each([
    ['already_rated', 'conflicts.already_rated'],
    ['not_departed', 'conflicts.not_departed'],
  ] as const)('%s is shown, and the form keeps its values', async (code, reason) => {
    server.answers[create] = () => refusal(code)
    const dialog = await open()
    fireEvent.click(screen.getByRole('radio', { name: text('ratings.option', { value: 3 }) }))
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Hm' } })
    fireEvent.click(submit())
    await screen.findByText(text('ratings.send_failed'))
    expect(within(dialog).getByText(text(reason))).toBeDefined()
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox').value).toBe('Hm')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: text('ratings.option', { value: 3 }) }).checked).toBe(
      true,
    )
  })

  test('a rating of 3 or less asks for the reason', async () => {
    await open()
    for (const [rating, label] of [
      [4, text('ratings.comment_label')],
      [3, text('ratings.reason_label')],
      [1, text('ratings.reason_label')],
      [10, text('ratings.comment_label')],
    ] as const) {
      fireEvent.click(screen.getByRole('radio', { name: text('ratings.option', { value: rating }) }))
      expect(screen.getByRole('textbox', { name: containing(label) })).toBeDefined()
    }
  })

  test('the reason of a low rating is optional, and the dialog says so', async () => {
    server.answers[create] = () => given()
    await open()
    fireEvent.click(screen.getByRole('radio', { name: text('ratings.option', { value: 2 }) }))
    expect(screen.getByText(/^Forklaringen er frivillig/)).toBeDefined()
    fireEvent.click(submit())
    await waitFor(() => expect(server.sentTo(create)).toHaveLength(1))
    expect(server.sentTo(create)[0]?.body).toMatchObject({ rating: 2 })
  })

  test('a comment that is too long is not sent', async () => {
    const dialog = await open()
    fireEvent.click(screen.getByRole('radio', { name: text('ratings.option', { value: 3 }) }))
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'a'.repeat(1001) } })
    fireEvent.click(submit())
    await waitFor(() => expect(within(dialog).getByRole('textbox').getAttribute('aria-invalid')).toBe('true'))
    expect(server.sentTo(create)).toEqual([])
  })
})

describe('rating a passenger', () => {
  const request = (change: Partial<RideReservation> = {}) =>
    rideRequest({ id: 'res-2', can_rate: true, name: 'Pia Pedersen', ...change })

  test('the button has the passenger’s name, and the rating belongs to the reservation', async () => {
    server.answers[create] = () => given()
    await show(<RateButton reservation={request()} />)
    fireEvent.click(screen.getByRole('button', { name: `${text('ratings.rate_passenger')} Pia Pedersen` }))
    const dialog = await screen.findByRole('dialog', { name: text('ratings.passenger_title') })
    expect(within(dialog).getByText(text('ratings.passenger_lead', { name: 'Pia Pedersen' }))).toBeDefined()
    fireEvent.click(screen.getByRole('radio', { name: text('ratings.option', { value: 10 }) }))
    fireEvent.click(screen.getByRole('button', { name: text('ratings.submit') }))
    expect(await screen.findByText(text('ratings.you_gave', { rating: 10 }))).toBeDefined()
    expect(server.sentTo(create)[0]).toMatchObject({ params: { id: 'res-2' }, body: { rating: 10, comment: null } })
  })

  test('nothing is shown while rating is not possible', async () => {
    const { container } = await show(<RateButton reservation={request({ can_rate: false })} />)
    expect(screen.queryByRole('button')).toBeNull()
    expect(container.textContent).toBe(shownAddress())
  })

  test('a hidden rating has a note when it will be shown', async () => {
    server.answers[create] = () => ({ ...given(), shown: false })
    await show(<RateButton reservation={request()} />)
    fireEvent.click(screen.getByRole('button'))
    fireEvent.click(await screen.findByRole('radio', { name: text('ratings.option', { value: 8 }) }))
    fireEvent.click(screen.getByRole('button', { name: text('ratings.submit') }))
    expect(await screen.findByText(text('ratings.hidden', { days: 14 }))).toBeDefined()
  })
})

describe('the record of a driver', () => {
  const shown = async (record: Parameters<typeof DriverRecord>[0]['record']) => {
    const { container } = await show(<DriverRecord record={record} />)
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
  ])('%o', async (record, expected) => expect(await shown(record)).toBe(expected))

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
  test('shows name, rating in words and comment; more load by the cursor', async () => {
    server.answers['ratings.list'] = ({ query }) =>
      query['cursor'] === 'next'
        ? page([rating({ id: 'b', comment: 'Rolig sjåfør' })])
        : page([rating({ id: 'a', comment: 'Fin tur' })], 'next')
    await show(<RatingsList userId="u-1" name="Ingrid Solberg" />)
    expect(await screen.findByText('Fin tur')).toBeDefined()
    expect(screen.getByText('Kari')).toBeDefined()
    expect(screen.getByText(text('ratings.option', { value: 9 }))).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: text('ratings.show_more') }))
    expect(await screen.findByText('Rolig sjåfør')).toBeDefined()
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('an empty list shows a note', async () => {
    server.answers['ratings.list'] = () => page([])
    await show(<RatingsList userId="u-1" name="Ingrid Solberg" />)
    expect(await screen.findByText(text('ratings.none'))).toBeDefined()
  })

  test('a failure is logged, and shown without an alert', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    server.answers['ratings.list'] = () => refusal('internal')
    await show(<RatingsList userId="u-1" name="Ingrid Solberg" />)
    expect(await screen.findByText(text('ratings.list_unavailable'))).toBeDefined()
    expect(screen.queryByRole('alert')?.textContent).toBe('')
    expect(log).toHaveBeenCalledOnce()
  })
})

describe('replying and reporting', () => {
  const judged = rating({
    rating: 3,
    comment: 'Kjørte for fort',
    rated_as: 'passenger',
    can_reply: true,
    can_report: true,
  })
  const button = (name: string) => screen.getByRole('button', { name })

  async function list() {
    const item = { ...judged }
    server.answers['ratings.list'] = () => page([item])
    await show(<RatingsList userId="u-1" name="Ingrid Solberg" />)
    await screen.findByText('Kjørte for fort')
    return item
  }

  test('a reply is shown below the rating, with the focus', async () => {
    const item = await list()
    server.answers['ratings.reply'] = () => {
      item.reply = { text: 'Beklager', created_at: '2026-05-05T10:00:00+02:00' }
      item.can_reply = false
      return item
    }
    expect(screen.getByText(containing(text('ratings.as_passenger')))).toBeDefined()
    fireEvent.click(button(text('ratings.reply')))
    await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'))
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '  Beklager ' } })
    fireEvent.click(button(text('ratings.reply_send')))
    expect(await screen.findByText(text('ratings.reply_by', { name: 'Ingrid' }))).toBeDefined()
    expect(screen.getByText('Beklager')).toBeDefined()
    expect(screen.getByText(text('ratings.reply_sent'))).toBeDefined()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(server.sentTo('ratings.reply')[0]).toMatchObject({ params: { id: 'r-1' }, body: { text: '  Beklager ' } })
    expect(document.activeElement?.textContent).toContain(text('ratings.reply_by', { name: 'Ingrid' }))
  })

  test('a failed reply keeps its text, and an empty one is not sent', async () => {
    await list()
    server.answers['ratings.reply'] = () => refusal('internal')
    fireEvent.click(button(text('ratings.reply')))
    fireEvent.click(await screen.findByRole('button', { name: text('ratings.reply_send') }))
    await waitFor(() => expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true'))
    expect(server.sentTo('ratings.reply')).toEqual([])
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Beklager' } })
    fireEvent.click(button(text('ratings.reply_send')))
    expect(await screen.findByText(startingWith(text('ratings.reply_failed')))).toBeDefined()
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Beklager')
    fireEvent.click(button(text('core.cancel')))
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('a report needs a reason, shows a toast, and cannot be sent again', async () => {
    await list()
    server.answers['ratings.report'] = () => ({ reported: true })
    fireEvent.click(screen.getByText(text('ratings.report')))
    const dialog = await screen.findByRole('dialog', { name: text('ratings.report_title') })
    fireEvent.click(button(text('ratings.report_send')))
    await waitFor(() => expect(within(dialog).getByRole('textbox').getAttribute('aria-invalid')).toBe('true'))
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Ikke sant' } })
    fireEvent.click(button(text('ratings.report_send')))
    expect(await screen.findByText(text('ratings.reported'))).toBeDefined()
    expect(screen.getByText(text('ratings.reported_text'))).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByText(text('ratings.report'))).toBeNull()
    expect(server.sentTo('ratings.report').at(-1)).toMatchObject({
      params: { id: 'r-1' },
      body: { reason: 'Ikke sant' },
    })
  })

  test('a failed report shows a toast and keeps the reason', async () => {
    await list()
    server.answers['ratings.report'] = () => refusal('rate_limited')
    fireEvent.click(screen.getByText(text('ratings.report')))
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'Ikke sant' } })
    fireEvent.click(button(text('ratings.report_send')))
    expect(await screen.findByText(startingWith(text('ratings.report_failed')))).toBeDefined()
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Ikke sant')
  })
})
