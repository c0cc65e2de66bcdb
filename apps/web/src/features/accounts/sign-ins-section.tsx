import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useLoadFailure, type Failing } from '#lib/failure'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Failure } from '#ui/failure'
import { Tag } from '#ui/badge'
import { Button } from '#ui/button'
import { Panel } from '#ui/panel'
import { Loading, Skeleton } from '#ui/skeleton'
import { DeviceIcon, deviceText } from './device.tsx'
import { signInsQuery } from './queries.ts'

const AT_FIRST = 5

/** The last sign-ins, so that a person notices an unknown one. */
export function SignInsSection() {
  const t = useT()
  const format = useFormat()
  const query = useQuery(signInsQuery)
  const [all, setAll] = useState(false)
  const items = query.data
  return (
    <Panel id="sign-ins" title={t('security.sign_ins')} lead={t('security.sign_ins_lead')}>
      {!items && !query.isError && (
        <Loading label={t('core.loading')} className="flex w-full flex-col gap-3">
          <Skeleton className="h-5 w-56" />
          <Skeleton className="h-5 w-48" />
        </Loading>
      )}
      {query.isError && <LoadFailure query={query} />}
      {items?.length === 0 && <p className="text-soft">{t('security.sign_ins_none')}</p>}
      {items && items.length > 0 && (
        <ul className="w-full">
          {items.slice(0, all ? undefined : AT_FIRST).map(({ id, at, device, new_device }) => (
            <li key={id} className="flex gap-3 border-t border-line py-3 first:border-t-0 first:pt-0">
              <DeviceIcon kind={device.kind} />
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                  <span className="font-semibold">{deviceText(t, device)}</span>
                  {new_device && <Tag tone="brand">{t('security.new_device')}</Tag>}
                </p>
                <time dateTime={at} className="text-sm text-soft">
                  {format.dateTime(at)}
                </time>
              </div>
            </li>
          ))}
        </ul>
      )}
      {items && items.length > AT_FIRST && !all && (
        <Button variant="quiet" size="sm" onClick={() => setAll(true)}>
          {t('security.sign_ins_more')}
        </Button>
      )}
    </Panel>
  )
}

function LoadFailure({ query }: { query: Failing }) {
  const t = useT()
  return <Failure {...useLoadFailure(query)} title={t('security.sign_ins_failed')} className="w-full" />
}
