import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Switch } from '#ui/switch'

/** Single keys disturb people who use speech input, so they can be switched off on this device. */
const key = 'admin-shortcuts'
const watchers = new Set<() => void>()

function read() {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    // Forbidden by the browser's settings: kept in memory.
    return on
  }
}
let on = true
on = read()

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

export const useShortcutsOn = () => useSyncExternalStore(watch, () => on)

export function switchShortcuts(next: boolean) {
  on = next
  try {
    localStorage.setItem(key, next ? 'on' : 'off')
  } catch {
    // Not stored.
  }
  for (const watcher of watchers) watcher()
}

/** Ignores keys typed into a field, and keys with a modifier. */
function isCommand(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return false
  const at = event.target
  return !(at instanceof HTMLElement && (at.isContentEditable || at.closest('input, textarea, select, [role=textbox]')))
}

/** Listens for single keys; a handler that returns false leaves the key to the browser. */
export function useShortcuts(handlers: Partial<Record<string, (event: KeyboardEvent) => unknown>>) {
  const active = useShortcutsOn()
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const handle = isCommand(event) ? handlers[event.key.length === 1 ? event.key.toLowerCase() : event.key] : undefined
    if (handle && handle(event) !== false) event.preventDefault()
  })
  useEffect(() => {
    if (!active) return
    const listen = (event: KeyboardEvent) => hear(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [active])
}

/** Returns the number of open dialogs; keys belong to the topmost. */
export const openDialogs = () => document.querySelectorAll('dialog[open]').length

interface ShortcutsProps {
  open: boolean
  onOpen: (open: boolean) => void
}

/** Lists the keys, and switches them off. */
export function Shortcuts({ open, onOpen }: ShortcutsProps) {
  const t = useT()
  const active = useShortcutsOn()
  const rows: [keys: string[], text: string][] = [
    [['j', '↓'], t('admin_support.key_next')],
    [['k', '↑'], t('admin_support.key_previous')],
    [['Enter'], t('admin_support.key_open')],
    [['r'], t('admin_support.key_resolve')],
    [['/'], t('admin_support.key_search')],
    [['?'], t('admin_support.key_help')],
  ]
  return (
    <>
      <Button variant="quiet" icon="help" onClick={() => onOpen(true)}>
        {t('admin_support.shortcuts')}
      </Button>
      <Dialog
        open={open}
        onClose={() => onOpen(false)}
        size="sm"
        title={t('admin_support.shortcuts')}
        closeLabel={t('core.close')}
      >
        <Switch
          label={t('admin_support.shortcuts_on')}
          checked={active}
          onChange={(event) => switchShortcuts(event.target.checked)}
        />
        <dl className={`mt-3 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2 ${active ? '' : 'text-faint'}`}>
          {rows.map(([keys, text]) => (
            <div key={text} className="contents">
              <dt className="flex gap-1.5" dir="ltr">
                {keys.map((each) => (
                  <kbd
                    key={each}
                    className="inline-flex min-h-7 min-w-7 items-center justify-center rounded-sm border border-edge bg-sunk px-1.5 text-sm"
                  >
                    {each}
                  </kbd>
                ))}
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  )
}
