import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { wantedPost, wantedPreview } from '../../../test/dataset.ts'
import { kari, page, refusal } from '../../../test/server.ts'
import { show } from '../../../test/show.tsx'
import { startingWith, text } from '../../../test/text.ts'
import { wantedServer } from '../../../test/wanted.ts'
import { OtherWays } from './other-ways.tsx'

const server = wantedServer()
const search = { from: 'Harstad', to: 'Narvik', date: '2099-11-27' } as const
const open = (given: Parameters<typeof OtherWays>[0]['search'] = search) => show(<OtherWays search={given} />)
const drive = () => screen.findByRole('link', { name: startingWith(text('rescue.drive')) })
const planned = () => screen.queryByRole('link', { name: startingWith(text('rescue.planner', { planner: 'Entur' })) })

describe('the ways on after a search that found nothing', () => {
  test('are the planner of the day, and the publish form filled in', async () => {
    server.answers['wanted.posts'] = () => page([])
    const planner = { name: 'Entur', url: 'https://entur.no/reiseresultater' }
    server.answers['wanted.preview'] = () => wantedPreview(0, { planner })
    await open()
    await waitFor(() => expect(planned()?.getAttribute('href')).toBe(planner.url))
    expect(planned()?.getAttribute('target')).toBe('_blank')
    const link = await drive()
    expect(link.getAttribute('href')).toBe('/publish-ride?from=Harstad&to=Narvik&date=2099-11-27')
    expect(link.textContent).toContain(text('rescue.drive_text'))
  })

  test('count the others who look for this way', async () => {
    server.answers['wanted.posts'] = () =>
      page([wantedPost(), wantedPost({ id: 'p-2' }), wantedPost({ id: 'p-3', user_id: kari.profile.id })])
    await open()
    expect(await screen.findByText(text('rescue.drive_wanted', { count: 2 }))).toBeDefined()
  })

  test('have no planner for an unknown place, and fill in what was typed', async () => {
    server.answers['wanted.preview'] = () => refusal('validation', { fields: { from: 'unknown_place' } })
    server.answers['wanted.posts'] = () => refusal('validation', { fields: { from: 'unknown_place' } })
    await open({ from: 'Xyzzyvik', to: 'Narvik' })
    expect((await drive()).getAttribute('href')).toBe('/publish-ride?from=Xyzzyvik&to=Narvik')
    await waitFor(() => expect(server.sentTo('wanted.preview')).toHaveLength(1))
    expect(planned()).toBeNull()
  })

  test('ask for one place only nothing of the server', async () => {
    await open({ from: 'Harstad' })
    expect((await drive()).getAttribute('href')).toBe('/publish-ride?from=Harstad')
    expect(server.sentTo('wanted.preview')).toHaveLength(0)
    expect(server.sentTo('wanted.posts')).toHaveLength(0)
  })
})
