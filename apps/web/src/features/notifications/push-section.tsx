import { useEffect, useRef, useState } from 'react'
import type { NotificationSettings } from '@samtur/contract/notifications'
import { api } from '#lib/api'
import { useFormat } from '#lib/format'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Tag } from '#ui/badge'
import { Button } from '#ui/button'
import { Icon } from '#ui/icon'
import { Panel } from '#ui/panel'
import { checkOwn, ownDeviceId, pushState, turnOff, turnOn } from './push.ts'
import { useDeviceChange, useSettings, type Device } from './queries.ts'

interface PushSectionProps {
  settings: NotificationSettings
  pushKey: string
}

/** Turns push messages on for this device, and lists the other devices. */
export function PushSection({ settings: { devices }, pushKey }: PushSectionProps) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  const { state, busy, on, off } = usePush(pushKey, () => heading.current?.focus())
  const own = ownDeviceId()
  const lost = useLost(pushKey, devices)
  const here = state === 'possible' && !lost && devices.some(({ id }) => id === own)
  return (
    <Panel id="push" title={t('notifications.push_title')} lead={t('notifications.push_lead')} headingRef={heading}>
      {state === 'unsupported' && <Alert tone="info">{t('notifications.push_unsupported')}</Alert>}
      {state === 'blocked' && (
        <Alert tone="warning" title={t('notifications.push_blocked')}>
          {t('notifications.push_blocked_text')}
        </Alert>
      )}
      {state === 'possible' && lost && (
        <Alert tone="warning" title={t('notifications.push_lost')}>
          {t('notifications.push_lost_text')}
        </Alert>
      )}
      {state === 'possible' && !here && (
        <Button icon="bell" busy={busy === 'on'} onClick={on}>
          {t('notifications.push_turn_on')}
        </Button>
      )}
      {devices.length > 0 && (
        <ul aria-label={t('notifications.devices')} className="w-full">
          {devices.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              here={here && device.id === own}
              busy={busy === device.id}
              onRemove={() => off(device, device.id === own)}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Returns whether this device was switched on and gets no messages any more; registers it anew where the browser alone has changed. */
function useLost(pushKey: string, devices: readonly Device[]) {
  const { refetch } = useSettings()
  const [lost, setLost] = useState(false)
  // A change of the list, such as this device's switch, is compared again.
  useEffect(() => {
    let isCurrent = true
    void checkOwn(pushKey, devices).then((standing) => {
      if (!isCurrent) return
      setLost(standing === 'lost')
      if (standing === 'renewed') void refetch()
    })
    return () => void (isCurrent = false)
  }, [pushKey, devices, refetch])
  return lost
}

interface DeviceRowProps {
  device: Device
  here: boolean
  busy: boolean
  onRemove: () => void
}

function DeviceRow({ device: { name, created_at }, here, busy, onRemove }: DeviceRowProps) {
  const t = useT()
  const format = useFormat()
  const shown = name ?? t('notifications.device_unknown')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <Icon name="bell" size={22} className="text-soft" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <bdi className="font-semibold wrap-anywhere">{shown}</bdi>
          {here && <Tag tone="brand">{t('notifications.this_device')}</Tag>}
        </p>
        <p className="text-sm text-soft">{t('notifications.device_since', { date: format.date(created_at) })}</p>
      </div>
      <Button
        variant="quiet"
        size="sm"
        busy={busy}
        aria-label={t('notifications.device_remove_of', { device: shown })}
        onClick={onRemove}
      >
        {t('notifications.device_remove')}
      </Button>
    </li>
  )
}

interface DeviceAction {
  /** The id of the device, or 'on'. */
  id: string
  /** The toast's title after a success. */
  done: string
  /** Returns the device, 'removed', or undefined when nothing changed. */
  task: () => Promise<Device | 'removed' | undefined>
}

/** `onGone` runs when the pressed button disappears. */
function usePush(pushKey: string, onGone: () => void) {
  const t = useT()
  const { mutateAsync: change } = useDeviceChange()
  const [state, setState] = useState(pushState)
  const { start, running } = useAction({
    toastKey: 'push',
    run: async ({ task }: DeviceAction) => {
      try {
        return (await change(task)) ?? false
      } finally {
        setState(pushState())
      }
    },
    success: (_, { done }) => ({ title: done }),
    onDone: onGone,
    failure: () => ({ title: t('notifications.push_failed') }),
  })
  const remove = async (id: string, own: boolean) => {
    if (own) await turnOff()
    else await api.notifications.removeDevice({ params: { id } })
    return 'removed' as const
  }
  return {
    state,
    busy: running?.id,
    on: () => void start({ id: 'on', done: t('notifications.push_on'), task: () => turnOn(pushKey) }),
    off: ({ id }: Device, own: boolean) =>
      void start({ id, done: t('notifications.push_off'), task: () => remove(id, own) }),
  }
}
