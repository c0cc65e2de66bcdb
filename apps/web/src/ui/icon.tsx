import { useSyncExternalStore, type SVGProps } from 'react'
import type { latePaths } from './icon-late.ts'

/** One stroke style on a 24 px grid. A circle is two arcs, so that each icon is one path. */
const paths = {
  search: 'M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0ZM15.8 15.8 20 20',
  chat: 'M20 11.5c0 4.1-3.6 7.5-8 7.5-1.2 0-2.4-.2-3.4-.7L4 19.5l1.2-3.9A7 7 0 0 1 4 11.5C4 7.4 7.6 4 12 4s8 3.4 8 7.5Z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'm6 6 12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  'star-filled': 'm12 3.5 2.6 5.4 5.9.8-4.3 4.1 1.1 5.9L12 16.8l-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8L12 3.5Z',
  bolt: 'M13 3.5 5.5 13.5H11l-1 7L18 10.5h-5.5Z',
  paw: 'M12 12.3c-2.5 0-4.7 2.4-4.7 4.6 0 1.5 1.2 2.4 2.5 2.1.8-.2 1.4-.4 2.2-.4s1.4.2 2.2.4c1.3.3 2.5-.6 2.5-2.1 0-2.2-2.2-4.6-4.7-4.6ZM7 10.7a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0ZM11 7a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0ZM16 7a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0ZM20 10.7a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0Z',
  suitcase: 'M4.5 8h15v11.5h-15ZM9 8V5h6v3M9 8v11.5M15 8v11.5',
  seat: 'M15.5 8a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0ZM5.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6',
  calendar:
    'M6.5 5.5h11a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2v-10a2 2 0 0 1 2-2ZM4.5 10h15M8.5 3.5v4M15.5 3.5v4',
  'arrow-end': 'M5 12h14M13 6l6 6-6 6',
  'chevron-down': 'm6 9.5 6 6 6-6',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  'check-circle': 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0ZM8.5 12.3l2.4 2.4 4.6-4.9',
  info: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0ZM12 11.3V16M12 8v.01',
  warning:
    'M10.6 4.9 3.2 17.5A1.6 1.6 0 0 0 4.6 20h14.8a1.6 1.6 0 0 0 1.4-2.5L13.4 4.9a1.6 1.6 0 0 0-2.8 0ZM12 9.5v4M12 16.6v.01',
  globe:
    'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0ZM3.5 12h17M12 3.5c2.3 2.3 3.5 5.2 3.5 8.5s-1.2 6.2-3.5 8.5c-2.3-2.3-3.5-5.2-3.5-8.5s1.2-6.2 3.5-8.5Z',
  pin: 'M19 10.3c0 4.4-4.7 8.6-7 10.2-2.3-1.6-7-5.8-7-10.2a7 7 0 0 1 14 0ZM14.5 10.3a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Z',
  wallet: 'M5.5 7.5h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2V6.5a2 2 0 0 1 2-2H16v3M16 13.5v.01',
  swap: 'M8 4v15M4.5 7.5 8 4l3.5 3.5M16 20V5M12.5 16.5 16 20l3.5-3.5',
  logout: 'M13 4.5H7a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h6M10 12h10M16.5 8.5 20 12l-3.5 3.5',
  route:
    'M8 18.5a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0ZM20.4 5.5a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0ZM8 18.5h7.5a3.250 3.250 0 0 0 0-6.5h-7a3.250 3.250 0 0 1 0-6.5H16',
  bell: 'M12 4a5.5 5.5 0 0 0-5.5 5.5c0 4-2 5.5-2 7h15c0-1.5-2-3-2-7A5.5 5.5 0 0 0 12 4ZM10 19.5c.4.7 1.1 1 2 1s1.6-.3 2-1',
  filter: 'M4 7h10M18 7h2M4 17h2M10 17h10M18 7a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM10 17a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4.5V9H15',
  offline:
    'M7.6 9.2A4.6 4.6 0 0 0 7.5 18.5h9c.4 0 .8-.1 1.2-.2M9.9 6.3a5.5 5.5 0 0 1 7.4 4.3 4 4 0 0 1 3 5.7M4.5 4.5l15 15',
} as const

type FirstIcon = keyof typeof paths
type Late = typeof latePaths
export type IconName = FirstIcon | keyof Late

let late: Late | undefined
const waiting = new Set<() => void>()

/** Loads the icons that no first view shows. Pages load them with their code; an icon shown earlier is drawn once they have loaded. */
export async function loadLateIcons(): Promise<void> {
  try {
    ;({ latePaths: late } = await import('./icon-late.ts'))
    for (const tell of waiting) tell()
  } catch {
    // Every icon has text beside it or a label.
  }
}

function awaitLate(tell: () => void) {
  waiting.add(tell)
  if (!late) void loadLateIcons()
  return () => void waiting.delete(tell)
}

const isFirst = (name: IconName): name is FirstIcon => name in paths
const pathOf = (name: IconName) => (isFirst(name) ? paths[name] : late?.[name])
const never = () => () => {}

function usePath(name: IconName): string | undefined {
  const path = () => pathOf(name)
  return useSyncExternalStore(isFirst(name) || late ? never : awaitLate, path, path)
}

/** Icons that point in reading direction are mirrored in right-to-left languages. */
const mirrored: ReadonlySet<string> = new Set<IconName>([
  'arrow-end',
  'arrow-start',
  'chevron-end',
  'chevron-start',
  'send',
  'logout',
  'route',
  'chat',
  'help',
])
const filled: ReadonlySet<string> = new Set<IconName>(['star-filled'])

interface ShapeProps extends Omit<SVGProps<SVGSVGElement>, 'name' | 'ref'> {
  /** Edge length in px; 20 beside text. */
  size?: number
  /** Only for an icon without text beside it. */
  label?: string
}

export interface IconProps extends ShapeProps {
  name: IconName
}

/** Draws any path in the icons' stroke, for shapes too rare for the set. */
export function IconShape({ size = 20, label, className = '', d, ...rest }: ShapeProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className={`shrink-0 ${className}`}
      {...rest}
    >
      <path d={d} />
    </svg>
  )
}

export function Icon({ name, className = '', ...rest }: IconProps) {
  return (
    <IconShape
      d={usePath(name)}
      fill={filled.has(name) ? 'currentColor' : 'none'}
      strokeWidth={name === 'more' ? 2.6 : 1.75}
      className={`${mirrored.has(name) ? 'rtl:-scale-x-100' : ''} ${className}`}
      {...rest}
    />
  )
}

export const iconNames = () => [...Object.keys(paths), ...Object.keys(late ?? {})] as IconName[]
