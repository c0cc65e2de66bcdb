import { useRef } from 'react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ChatSettings } from '@samtur/contract/chat'
import { api } from '#lib/api'
import { useErrorText } from '#lib/error-text'
import { useLoadFailure } from '#lib/failure'
import { useT } from '#lib/i18n'
import { Failure } from '#ui/failure'
import { Panel } from '#ui/panel'
import { Loading, Skeleton } from '#ui/skeleton'
import { Switch } from '#ui/switch'
import { useClearToast, useToast } from '#ui/toast'
import { refreshChats } from './queries.ts'

/** Whether others see how far one has read, and one how far they have. */
export function ReceiptsSection() {
  const t = useT()
  const query = useQuery(settingsQuery)
  const failure = useLoadFailure(query)
  const change = useChange()
  if (!query.data && query.isError) return <Failure {...failure} title={t('chat.receipts_failed')} />
  return (
    <Panel id="receipts" title={t('chat.receipts')} lead={t('chat.receipts_lead')}>
      {query.data ? (
        <Switch
          label={t('chat.receipts_switch')}
          checked={query.data.read_receipts}
          onChange={(event) => change({ read_receipts: event.target.checked })}
        />
      ) : (
        <Loading label={t('core.loading')} className="flex min-h-11 items-center">
          <Skeleton className="h-7 w-48" />
        </Loading>
      )}
    </Panel>
  )
}

const settingsQuery = queryOptions({
  queryKey: ['chat', 'settings'],
  queryFn: ({ signal }) => api.chat.settings({}, { signal }),
})

/** Shown as changed at once, and taken back when it could not be stored. */
function useChange() {
  const t = useT()
  const toast = useToast()
  const clearToast = useClearToast()
  const errorText = useErrorText()
  const client = useQueryClient()
  const { queryKey } = settingsQuery
  const stored = useRef<ChatSettings>(undefined)
  // Of several on their way the last one says how it ends.
  const isAlone = () => client.isMutating({ mutationKey: queryKey }) === 1
  const { mutate } = useMutation({
    mutationKey: queryKey,
    scope: { id: queryKey.join(' ') },
    mutationFn: (body: ChatSettings) => api.chat.changeSettings({ body }),
    onMutate: async (wanted) => {
      clearToast('receipts')
      if (isAlone()) stored.current = client.getQueryData(queryKey)
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, wanted)
    },
    onError: (error) => {
      toast({ tone: 'error', title: t('chat.receipts_not_saved'), text: errorText(error), key: 'receipts' })
      if (!isAlone()) return
      client.setQueryData(queryKey, stored.current)
      void client.invalidateQueries({ queryKey })
    },
    onSuccess: (answer) => {
      stored.current = answer
      // The list says how far others have read, or no longer does.
      return refreshChats(client)
    },
  })
  return mutate
}
