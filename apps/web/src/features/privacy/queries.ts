import { queryOptions } from '@tanstack/react-query'
import type { DataExport } from '@samtur/contract/privacy'
import { api, ApiError } from '#lib/api'
import { queryClient } from '#lib/query-client'
import { refreshSession } from '#lib/session'

const whileBuilding = 1000

/** The newest export, polled while it is being made. */
export const exportQuery = (me: string) =>
  queryOptions({
    queryKey: ['privacy', 'export', me],
    queryFn: ({ signal }) => api.privacy.currentExport(undefined, { signal }),
    // The link may have been used in another tab.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'building' ? whileBuilding : false),
  })

export async function startExport(me: string) {
  const started = await api.privacy.startExport()
  queryClient.setQueryData<DataExport | null>(exportQuery(me).queryKey, started)
}

/** Downloads the file after a recent authentication; throws `reauthentication_required` otherwise. */
export async function openExport(me: string) {
  const file = await api.privacy.currentExport()
  if (file?.locked) throw new ApiError(403, 'reauthentication_required')
  queryClient.setQueryData<DataExport | null>(exportQuery(me).queryKey, file)
  if (file?.url) location.assign(file.url)
}

/** Closes the account; afterwards the session has the day of its deletion. */
export async function closeAccount() {
  await api.privacy.close()
  await refreshSession()
}

export async function keepAccount() {
  await api.privacy.keep()
  await refreshSession()
}
