import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api'

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: ['profiles', id],
    queryFn: ({ signal }) => api.profiles.get({ params: { id } }, { signal }),
  })
