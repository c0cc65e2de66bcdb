/** What the pages show of rides for one gender, where the operator offers them and where not. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OwnProfile } from '@samtur/contract/profiles'
import { boot } from '#lib/boot'
import { fillIn, open, person, publishServer, submit } from '../../../test/publish.tsx'
import { page, refusal } from '../../../test/server.ts'
import { rideDetail, ride } from '../../../test/dataset.ts'
import { show, shownAddress } from '../../../test/show.tsx'
import { containing, text } from '../../../test/text.ts'
import SearchRoute from '../../screens/search.tsx'
import { RideCard } from './ride-card.tsx'
import { RideFacts } from './ride-facts.tsx'

const server = publishServer()
const me = (gender: OwnProfile['gender']) => {
  const { profile, ...account } = person('u-1')
  return { ...account, profile: { ...profile, gender } }
}
const forWomen = { same_gender: true, only_gender: 'kvinne' } as const

beforeEach(() => {
  boot.config.same_gender = true
})
afterEach(() => {
  delete boot.config.same_gender
})

describe('the card and the page of a ride', () => {
  test.each([
    ['kvinne', 'same_gender.only_women'],
    ['mann', 'same_gender.only_men'],
    ['annet', 'same_gender.only_other'],
    [null, 'same_gender.only_own'],
  ] as const)('say whom it is for: %s', async (only_gender, id) => {
    const change = { same_gender: true, only_gender }
    await show(<RideCard ride={ride(change)} />)
    expect(screen.getByText(text(id))).toBeDefined()
    await show(<RideFacts ride={rideDetail(change)} />)
    expect(screen.getByText(text('same_gender.who'))).toBeDefined()
  })

  test('say nothing of it for everybody, and where it is off', async () => {
    await show(<RideCard ride={ride()} />)
    delete boot.config.same_gender
    await show(<RideCard ride={ride(forWomen)} />)
    await show(<RideFacts ride={rideDetail(forWomen)} />)
    expect(screen.queryByText(text('same_gender.only_women'))).toBeNull()
    expect(screen.queryByText(text('same_gender.who'))).toBeNull()
  })
})

describe('the filter', () => {
  const button = () => screen.queryByRole('button', { name: text('same_gender.filter') })
  const search = async (address = '/search?from=Oslo') => {
    server.answers['rides.search'] = () => page([ride()])
    server.answers['rides.days'] = () => ({ days: [] })
    server.answers['reservations.mine'] = () => page([])
    await show(<SearchRoute />, address)
    await screen.findByText(text('rides.count', { count: 1 }))
  }

  test('is there for a person who states a gender, and stands in the address', async () => {
    server.me = me('kvinne')
    await search()
    fireEvent.click(button()!)
    expect(shownAddress()).toBe('/search?from=Oslo&same_gender=true')
    await waitFor(() => expect(server.sentTo('rides.search').at(-1)?.query).toMatchObject({ same_gender: 'true' }))
    fireEvent.click(button()!)
    expect(shownAddress()).toBe('/search?from=Oslo')
  })

  test.each([null, me(null), me('ønsker_ikke_oppgi')])('is not there for others: %#', async (reader) => {
    server.me = reader
    await search()
    expect(button()).toBeNull()
  })

  test('of an address says what is missing, and can be taken away', async () => {
    server.me = me(null)
    await search('/search?from=Oslo&same_gender=true')
    expect(screen.getByText(containing(text('same_gender.filter_missing')))).toBeDefined()
    fireEvent.click(button()!)
    expect(shownAddress()).toBe('/search?from=Oslo')
  })

  test('is not there where it is off', async () => {
    delete boot.config.same_gender
    server.me = me('kvinne')
    await search('/search?from=Oslo&same_gender=true')
    expect(button()).toBeNull()
  })
})

describe('the form', () => {
  const box = (label: string) => screen.queryByRole<HTMLInputElement>('checkbox', { name: label })

  test('offers the ride to the own gender', async () => {
    await open(me('kvinne'))
    fillIn()
    fireEvent.click(box(text('same_gender.only_women'))!)
    await submit()
    await waitFor(() => expect(server.sentTo('rides.publish')[0]?.body).toMatchObject({ same_gender: true }))
  })

  test('leads a driver who states none to the profile', async () => {
    await open(me(null))
    expect(box(text('same_gender.only_own'))?.disabled).toBe(true)
    expect(screen.getByRole('link', { name: text('same_gender.to_profile') }).getAttribute('href')).toBe(
      '/edit-profile',
    )
  })

  test('shows a refusal at the field', async () => {
    server.answers['rides.publish'] = () => refusal('validation', { fields: { same_gender: 'gender_missing' } })
    await open(me('kvinne'))
    fillIn()
    fireEvent.click(box(text('same_gender.only_women'))!)
    await submit()
    expect(await screen.findByText(text('fields.gender_missing'))).toBeDefined()
  })

  test('has no such field where it is off, and sends none of an older draft', async () => {
    delete boot.config.same_gender
    sessionStorage.setItem('publish-draft', JSON.stringify({ owner: 'u-1', values: { same_gender: true } }))
    await open(me('kvinne'))
    fillIn()
    expect(box(text('same_gender.only_women'))).toBeNull()
    await submit()
    await waitFor(() => expect(server.sentTo('rides.publish')[0]?.body).toMatchObject({ same_gender: false }))
  })
})
