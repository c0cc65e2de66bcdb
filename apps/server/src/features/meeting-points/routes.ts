import { placeById } from '#features/places/port'
import { os, verified } from '#platform/http/context'
import { assertThat } from '#platform/http/errors'
import { presentListed, presentPoint, presentSuggestions } from './present.ts'
import { writeCsv } from './rules-csv.ts'
import { addPoint, changePoint, dismissSuggestion, importPoints, removePoint, returnPoint } from './service.ts'
import { listAll, listForFile, listPoints, listSuggestions } from './views.ts'

const perMinute = { name: 'meeting-points', max: 300, per: 60, byAddress: true }
const PAGE = 200

export const meetingPointRoutes = {
  list: os.meetingPoints.list.handler(async ({ input, context }) => {
    context.limiter.useLocally(perMinute, context.ip)
    const place = placeById(input.query.place_id)
    assertThat(place, 'not_found')
    const { id, name, country, region, kind, lat, lon } = place
    const points = await listPoints(context.db.read, id)
    return { place: { id, name, country, region, kind, lat, lon }, items: points.map(presentPoint) }
  }),
  all: os.meetingPoints.all.handler(async ({ input, context }) => {
    const { place_id: placeId, cursor: after } = input.query
    const rows = await listAll(context.db.read, { placeId, after, limit: PAGE + 1 })
    const items = rows.slice(0, PAGE).map(presentListed)
    return { items, next_cursor: rows.length > PAGE ? (items.at(-1)?.id ?? null) : null }
  }),
  add: os.meetingPoints.add.handler(async ({ input, context }) =>
    presentListed(await addPoint(context, verified(context), input.body)),
  ),
  change: os.meetingPoints.change.handler(async ({ input, context }) =>
    presentListed(await changePoint(context, verified(context), input.params.id, input.body)),
  ),
  retire: os.meetingPoints.retire.handler(async ({ input, context }) =>
    presentListed(await removePoint(context, verified(context), input.params.id)),
  ),
  restore: os.meetingPoints.restore.handler(async ({ input, context }) =>
    presentListed(await returnPoint(context, verified(context), input.params.id)),
  ),
  dismiss: os.meetingPoints.dismiss.handler(async ({ input, context }) =>
    presentListed(await dismissSuggestion(context, verified(context), input.body)),
  ),
  suggestions: os.meetingPoints.suggestions.handler(async ({ context }) => ({
    items: presentSuggestions(await listSuggestions(context.db.read)),
  })),
  export: os.meetingPoints.export.handler(async ({ context }) => ({
    csv: writeCsv((await listForFile(context.db.read)).map(presentListed)),
  })),
  import: os.meetingPoints.import.handler(async ({ input, context }) =>
    importPoints(context, verified(context), input.body.csv),
  ),
}
