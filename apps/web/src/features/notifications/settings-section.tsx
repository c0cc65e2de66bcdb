import type { NotificationKind, NotificationSettings } from '@samtur/contract/notifications'
import { useErrorText } from '#lib/error-text'
import { useLoadFailure } from '#lib/failure'
import { useT } from '#lib/i18n'
import { Card } from '#ui/card'
import { Failure } from '#ui/failure'
import { Panel } from '#ui/panel'
import { Loading, Skeleton } from '#ui/skeleton'
import { Switch } from '#ui/switch'
import { useClearToast, useToast } from '#ui/toast'
import { kindGroups, type Channel } from './model.ts'
import { PushSection } from './push-section.tsx'
import { useSettings, useSwitch } from './queries.ts'

/** Settings of notifications by mail and push; each choice is stored at once. */
export function SettingsSection() {
  const t = useT()
  const query = useSettings()
  const failure = useLoadFailure(query)
  if (!query.data && query.isError) return <Failure {...failure} title={t('notifications.settings_failed')} />
  if (!query.data) return <SettingsSkeleton />
  return (
    <>
      {query.data.push_key && <PushSection settings={query.data} pushKey={query.data.push_key} />}
      <Kinds settings={query.data} />
    </>
  )
}

const groupTitles = {
  driver: 'notifications.as_driver',
  passenger: 'notifications.as_passenger',
  both: 'notifications.as_both',
  samtur: 'notifications.from_samtur',
} as const

const kindTexts = {
  request_received: 'notifications.kind_request_received',
  request_waiting: 'notifications.kind_request_waiting',
  seats_booked: 'notifications.kind_seats_booked',
  request_accepted: 'notifications.kind_request_accepted',
  request_rejected: 'notifications.kind_request_rejected',
  request_expired: 'notifications.kind_request_expired',
  passenger_removed: 'notifications.kind_passenger_removed',
  seats_gone: 'notifications.kind_seats_gone',
  seat_offered: 'notifications.kind_seat_offered',
  seat_lapsed: 'notifications.kind_seat_lapsed',
  waiting_ended: 'notifications.kind_waiting_ended',
  driver_unavailable: 'notifications.kind_driver_unavailable',
  driver_available: 'notifications.kind_driver_available',
  reservation_withdrawn: 'notifications.kind_reservation_withdrawn',
  change_confirmed: 'notifications.kind_change_confirmed',
  change_declined: 'notifications.kind_change_declined',
  ride_changed: 'notifications.kind_ride_changed',
  ride_cancelled: 'notifications.kind_ride_cancelled',
  trip_tomorrow: 'notifications.kind_trip_tomorrow',
  rating_received: 'notifications.kind_rating_received',
  rating_replied: 'notifications.kind_rating_replied',
  message_received: 'notifications.kind_message_received',
  support_replied: 'notifications.kind_support_replied',
  support_resolved: 'notifications.kind_support_resolved',
  report_decided: 'notifications.kind_report_decided',
  content_hidden: 'notifications.kind_content_hidden',
  content_shown: 'notifications.kind_content_shown',
  new_device: 'notifications.kind_new_device',
  ride_matched: 'notifications.kind_ride_matched',
  wanted_digest: 'notifications.kind_wanted_digest',
  ride_offered: 'notifications.kind_ride_offered',
  wanted_on_your_way: 'notifications.kind_wanted_on_your_way',
  trip_followed: 'notifications.kind_trip_followed',
  arrival_asked: 'notifications.kind_arrival_asked',
} as const satisfies Record<NotificationKind, string>

/** Rows under two headings; on a phone each row has the labels itself. */
const row = 'grid gap-x-2 py-1.5 sm:grid-cols-[minmax(0,1fr)_4.5rem_4.5rem] sm:items-center'

function Kinds({ settings }: { settings: NotificationSettings }) {
  const t = useT()
  const change = useChange()
  const channels: Channel[] = settings.push_key ? ['email', 'push'] : ['email']
  return (
    <Panel id="kinds" title={t('notifications.kinds_title')} lead={t('notifications.kinds_lead')}>
      <div className="flex w-full flex-col gap-6">
        {kindGroups.map(({ group, kinds }) => (
          <fieldset key={group} className="min-w-0">
            <legend className="sr-only">{t(groupTitles[group])}</legend>
            <div aria-hidden="true" className={`${row} border-b border-line`}>
              <span className="font-semibold">{t(groupTitles[group])}</span>
              {channels.map((channel) => (
                <span key={channel} className="text-center text-sm text-soft max-sm:hidden">
                  {t(channelTexts[channel])}
                </span>
              ))}
            </div>
            <ul className="divide-y divide-line">
              {kinds.map((kind) => (
                <KindRow key={kind} kind={kind} channels={channels} settings={settings} onChange={change} />
              ))}
            </ul>
          </fieldset>
        ))}
      </div>
    </Panel>
  )
}

const channelTexts = { email: 'notifications.by_email', push: 'notifications.by_push' } as const

interface KindRowProps {
  kind: NotificationKind
  channels: readonly Channel[]
  settings: NotificationSettings
  onChange: (kind: NotificationKind, channel: Channel, on: boolean) => void
}

function KindRow({ kind, channels, settings, onChange }: KindRowProps) {
  const t = useT()
  const item = settings.items.find((each) => each.kind === kind)
  if (!item) return null
  const name = t(kindTexts[kind])
  return (
    <li className={row}>
      {/* Each switch has it in its own name. */}
      <span aria-hidden="true" className="max-sm:pt-1.5">
        {name}
      </span>
      <span className="contents max-sm:flex max-sm:flex-wrap max-sm:gap-x-8">
        {channels.map((channel) => (
          <Switch
            key={channel}
            label={t(channelTexts[channel])}
            of={name}
            labelled="narrow"
            checked={item[channel]}
            onChange={(event) => onChange(kind, channel, event.target.checked)}
            className="sm:justify-self-center"
          />
        ))}
      </span>
    </li>
  )
}

function useChange() {
  const t = useT()
  const toast = useToast()
  const clearToast = useClearToast()
  const errorText = useErrorText()
  const { mutateAsync } = useSwitch()
  // Several may be running, and each failure is shown until that switch is tried again.
  const change = async (kind: NotificationKind, channel: Channel, on: boolean) => {
    const key = `settings ${kind} ${channel}`
    clearToast(key)
    try {
      await mutateAsync({ kind, channel, on })
    } catch (error) {
      toast({ tone: 'error', title: t('notifications.not_saved'), text: errorText(error), key })
    }
  }
  return (kind: NotificationKind, channel: Channel, on: boolean) => void change(kind, channel, on)
}

function SettingsSkeleton() {
  const t = useT()
  return (
    <Loading label={t('core.loading')}>
      <Card className="flex flex-col gap-5">
        <Skeleton className="h-7 w-52" />
        {[0, 1, 2, 3, 4].map((index) => (
          <div key={index} className="flex items-center justify-between gap-4">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-7 w-12 rounded-full" />
          </div>
        ))}
      </Card>
    </Loading>
  )
}
