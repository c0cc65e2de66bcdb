import { useId, useState } from 'react'
import {
  notificationGroups,
  type NotificationGroup,
  type NotificationKind,
  type NotificationSettings,
} from '@samtur/contract/notifications'
import { useErrorText } from '#lib/error-text'
import { useT } from '#lib/i18n'
import { Icon } from '#ui/icon'
import { IconSwitch } from '#ui/icon-switch'
import { Panel } from '#ui/panel'
import { Switch } from '#ui/switch'
import { useClearToast, useToast } from '#ui/toast'
import { groupTexts, kindTexts } from './kind-texts.ts'
import { changesTo, presetOf, presets, type Change, type Channel, type Preset } from './model.ts'
import { useChangeSettings } from './queries.ts'

const groups = Object.keys(notificationGroups) as NotificationGroup[]
const channelTexts = { email: 'notifications.by_email', push: 'notifications.by_push' } as const

interface PartProps {
  settings: NotificationSettings
  channels: readonly Channel[]
  onChange: (changes: Change[]) => void
}

/** What goes out by mail and push: all at once, by subject, or kind by kind. */
export function KindGroups({ settings }: { settings: NotificationSettings }) {
  const t = useT()
  const onChange = useChange()
  const [open, setOpen] = useState<NotificationGroup>()
  const channels: Channel[] = settings.push_key ? ['email', 'push'] : ['email']
  const part = { settings, channels, onChange }
  return (
    <Panel id="kinds" title={t('notifications.kinds_title')}>
      <Presets {...part} />
      <div className="w-full">
        <div aria-hidden="true" className={`${row} text-sm whitespace-nowrap text-soft`}>
          <span />
          <span className="justify-self-center">{t('notifications.by_email')}</span>
          {settings.push_key && <span className="justify-self-center">{t('notifications.push_short')}</span>}
        </div>
        <ul className="divide-y divide-line">
          {groups.map((group) => (
            <GroupRow
              key={group}
              group={group}
              open={open === group}
              onTurn={() => setOpen(open === group ? undefined : group)}
              {...part}
            />
          ))}
        </ul>
      </div>
      <p className="max-w-text text-sm text-soft">{t('notifications.kinds_lead')}</p>
    </Panel>
  )
}

const row = 'grid grid-flow-col grid-cols-[minmax(0,1fr)] auto-cols-[3.25rem] items-center gap-x-2'

const presetTexts = {
  all: 'notifications.preset_all',
  important: 'notifications.preset_important',
  none: 'notifications.preset_none',
} as const satisfies Record<Preset, string>

function Presets({ settings: { items }, channels, onChange }: PartProps) {
  const t = useT()
  const chosen = presetOf(items, channels)
  return (
    <div
      role="group"
      aria-labelledby="kinds-heading"
      className="flex w-full flex-wrap overflow-hidden rounded-field border border-edge"
    >
      {(Object.keys(presets) as Preset[]).map((preset) => (
        <button
          key={preset}
          type="button"
          aria-pressed={preset === chosen}
          onClick={() => onChange(changesTo(preset, items, channels))}
          className={
            'min-h-11 flex-auto border-s border-edge px-3 font-medium first:border-s-0 hover:bg-sunk focus-visible:-outline-offset-3 ' +
            'aria-pressed:bg-brand-tint aria-pressed:font-semibold aria-pressed:text-on-tint'
          }
        >
          {t(presetTexts[preset])}
        </button>
      ))}
    </div>
  )
}

interface GroupRowProps extends PartProps {
  group: NotificationGroup
  open: boolean
  onTurn: () => void
}

function GroupRow({ group, open, onTurn, settings, channels, onChange }: GroupRowProps) {
  const t = useT()
  const id = useId()
  const [title, hint] = groupTexts[group]
  const kinds: readonly NotificationKind[] = notificationGroups[group]
  const items = settings.items.filter(({ kind }) => kinds.includes(kind))
  if (items.length === 0) return null
  const on = items.filter((item) => channels.some((channel) => item[channel])).length
  return (
    <li>
      <div className={`${row} py-0.5`}>
        <div>
          <p className="font-semibold">{t(title)}</p>
          <p className="text-sm text-soft">{t(hint)}</p>
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={onTurn}
            className="-my-1.5 inline-flex min-h-11 items-center gap-0.5 rounded-sm text-sm font-semibold text-link hover:underline"
          >
            {t('notifications.customise', { on, all: items.length })}
            <span className="sr-only">: {t(title)}</span>
            <Icon name="chevron-down" size={16} className={open ? 'rotate-180' : ''} />
          </button>
        </div>
        {channels.map((channel) => (
          <IconSwitch
            key={channel}
            icon={channel === 'email' ? 'mail' : 'mobile'}
            label={`${t(channelTexts[channel])}: ${t(title)}`}
            checked={items.some((item) => item[channel])}
            onChange={({ target }) => onChange(items.map(({ kind }) => ({ kind, [channel]: target.checked })))}
          />
        ))}
      </div>
      <ul id={id} hidden={!open} className="mb-2 divide-y divide-line rounded-field bg-ground px-3 py-1">
        {open &&
          items.map((item) => (
            <li key={item.kind} className="py-1.5">
              {/* Each switch has it in its own name. */}
              <span aria-hidden="true">{t(kindTexts[item.kind])}</span>
              <span className="flex flex-wrap gap-x-8">
                {channels.map((channel) => (
                  <Switch
                    key={channel}
                    label={t(channelTexts[channel])}
                    of={t(kindTexts[item.kind])}
                    checked={item[channel]}
                    onChange={({ target }) => onChange([{ kind: item.kind, [channel]: target.checked }])}
                  />
                ))}
              </span>
            </li>
          ))}
      </ul>
    </li>
  )
}

function useChange() {
  const t = useT()
  const toast = useToast()
  const clearToast = useClearToast()
  const errorText = useErrorText()
  const { mutateAsync } = useChangeSettings()
  // Several may be running, and each failure is shown until that switch is tried again.
  const change = async (changes: Change[]) => {
    const key = `settings ${changes.map((each) => Object.keys(each).concat(each.kind).join()).join(' ')}`
    clearToast(key)
    try {
      await mutateAsync(changes)
    } catch (error) {
      toast({ tone: 'error', title: t('notifications.not_saved'), text: errorText(error), key })
    }
  }
  return (changes: Change[]) => void change(changes)
}
