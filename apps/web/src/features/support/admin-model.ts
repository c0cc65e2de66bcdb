/** How the administrator's dashboard reads requests. */
import {
  filterTypes,
  supportStatuses,
  type RequestFilters,
  type RequestSummary,
  type SupportDay,
  type SupportStatus,
} from '@samtur/contract/support'
import { lengths } from '@samtur/contract/constants'

/** What the address asks for; anything else in it is left out. */
export function readRequestsAddress(params: URLSearchParams) {
  const [status, type] = [params.get('status'), params.get('type')]
  return {
    q: (params.get('q') ?? '').trim(),
    status: supportStatuses.find((each) => each === status) ?? ('' as const),
    type: filterTypes.find((each) => each === type) ?? ('' as const),
    request: params.get('request'),
  }
}

type Address = Pick<ReturnType<typeof readRequestsAddress>, 'q' | 'status' | 'type'>

/** The same as the server wants it: only what narrows. */
export const filtersOf = ({ q, status, type }: Address): RequestFilters => ({
  ...(q && { q: [...q].slice(0, lengths.subject).join('') }),
  ...(status && { status }),
  ...(type && { type }),
})

interface State {
  status: SupportStatus
}

/** pending → in_progress → resolved, or pending → resolved; nothing else. */
export const canStart = ({ status }: State) => status === 'pending'
/** Afterwards the server takes no words any more either. */
export const canResolve = ({ status }: State) => status !== 'resolved'

/** Where to, in a list of so many, by one step; from outside of it to its beginning or its end. */
export function stepIn(length: number, at: number, step: 1 | -1): number {
  if (length === 0) return -1
  if (at < 0) return step > 0 ? 0 : length - 1
  return Math.min(length - 1, Math.max(0, at + step))
}

interface Pages {
  pages: readonly { items: readonly RequestSummary[] }[]
}

/** The loaded pages with one request as it is now; the others stay as they are. */
export function withRequest<Data extends Pages>(data: Data, changed: RequestSummary): Data {
  const change = (item: RequestSummary) => (item.id === changed.id ? { ...item, ...changed } : item)
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(change) })) }
}

/** Heights of the days' figures beside each other, and what the highest stands for: never less than one. */
export function chartOf(days: readonly SupportDay[], figure: (day: SupportDay) => number | null) {
  const top = Math.max(1, ...days.map((day) => figure(day) ?? 0))
  const bars = days.map((day) => {
    const value = figure(day)
    return { day: day.day, height: value === null ? null : value / top }
  })
  return { top, bars }
}

/** The median of what is there; null of nothing. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((one, other) => one - other)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
