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

/** Returns the filters in the address, without invalid ones. */
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

/** Returns the filters for the server's query, without empty ones. */
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
/** The server accepts no messages for a resolved request either. */
export const canResolve = ({ status }: State) => status !== 'resolved'

/** Returns the next position in a list, by one step; from outside the list its beginning or end. */
export function stepIn(length: number, at: number, step: 1 | -1): number {
  if (length === 0) return -1
  if (at < 0) return step > 0 ? 0 : length - 1
  return Math.min(length - 1, Math.max(0, at + step))
}

interface Pages {
  pages: readonly { items: readonly RequestSummary[] }[]
}

/** Returns the loaded pages with one request replaced. */
export function withRequest<Data extends Pages>(data: Data, changed: RequestSummary): Data {
  const change = (item: RequestSummary) => (item.id === changed.id ? { ...item, ...changed } : item)
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(change) })) }
}

/** Returns the bars' heights and the value of the highest, which is at least one. */
export function chartOf(days: readonly SupportDay[], figure: (day: SupportDay) => number | null) {
  const top = Math.max(1, ...days.map((day) => figure(day) ?? 0))
  const bars = days.map((day) => {
    const value = figure(day)
    return { day: day.day, height: value === null ? null : value / top }
  })
  return { top, bars }
}

/** Returns the median; null without values. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((one, other) => one - other)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
