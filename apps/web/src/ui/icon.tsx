import type { SVGProps } from 'react'

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
  minus: 'M5 12h14',
  star: 'm12 3.5 2.6 5.4 5.9.8-4.3 4.1 1.1 5.9L12 16.8l-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8L12 3.5Z',
  people:
    'M12.5 8.5a3 3 0 1 1-6 0 3 3 0 0 1 6 0ZM3.5 19.5c0-3.3 2.6-5.5 6-5.5s6 2.2 6 5.5M15.5 5.7a3 3 0 0 1 0 5.6M17.5 14.3c1.9.7 3 2.6 3 5.2',
  user: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM15 10a3 3 0 1 1-6 0 3 3 0 0 1 6 0ZM6.3 18.8c1-2 3-3.3 5.7-3.3s4.7 1.3 5.7 3.3',
  'arrow-up': 'M12 19V5M6 11l6-6 6 6',
  'arrow-down': 'M12 5v14M6 13l6 6 6-6',
  'chevron-end': 'm9.5 6 6 6-6 6',
  phone:
    'M5 5.5c0-.8.7-1.5 1.5-1.5h2c.6 0 1.2.4 1.4 1l.9 2.5c.2.6 0 1.2-.5 1.6L9 10.2a11 11 0 0 0 4.8 4.8l1.1-1.3c.4-.5 1-.7 1.6-.5l2.5.9c.6.2 1 .8 1 1.4v2c0 .8-.7 1.5-1.5 1.5C11.6 19 5 12.4 5 5.5Z',
  mobile:
    'M8 3.5h8A1.5 1.5 0 0 1 17.5 5v14a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 19V5A1.5 1.5 0 0 1 8 3.5ZM11 17.5h2',
  mail: 'M5.5 5.5h13a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2ZM4 7.5l8 6 8-6',
  edit: 'M4.5 19.5 5.4 15.5 15.7 5.2a1.8 1.8 0 0 1 2.5 0l.6.6a1.8 1.8 0 0 1 0 2.5L8.5 18.6l-4 .9ZM13.8 7.2l3 3',
  trash:
    'M4.5 7h15M9 7V5.5a1.5 1.5 0 0 1 1.5-1.5h3A1.5 1.5 0 0 1 15 5.5V7M6.5 7l.8 11.2a2 2 0 0 0 2 1.8h5.4a2 2 0 0 0 2-1.8L17.5 7M10.3 11v5M13.7 11v5',
  flag: 'M6 20.5v-16M6 5c4-2 7 2 12 0v8.5c-5 2-8-2-12 0',
  send: 'M20 12 4.5 5l2.3 7-2.3 7L20 12ZM6.8 12H13',
  image:
    'M6 4.5h12a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-11a2 2 0 0 1 2-2ZM4.5 17l4.5-5 3.5 4 2.5-2.5 4.5 4.5M15.5 8.8v.01',
  more: 'M12 5.5v.01M12 12v.01M12 18.5v.01',
  lock: 'M7 10.5h10a1.5 1.5 0 0 1 1.5 1.5v6.5A1.5 1.5 0 0 1 17 20H7a1.5 1.5 0 0 1-1.5-1.5V12A1.5 1.5 0 0 1 7 10.5ZM8.5 10.5V7.7a3.5 3.5 0 0 1 7 0v2.8M12 14.5v1.5',
  leaf: 'M5 19c0-8 4.5-13.5 14.5-14.5C20 13 15.5 18.5 9 17.5c-1.3-.2-2.5-1-3-2M5 19.5c1.5-4 4-7 8-9',
  share:
    'M12 15V4M8 7.5 12 4l4 3.5M6.5 11H6a1.5 1.5 0 0 0-1.5 1.5v6A1.5 1.5 0 0 0 6 20h12a1.5 1.5 0 0 0 1.5-1.5v-6A1.5 1.5 0 0 0 18 11h-.5',
  copy: 'M10 8.5h8a1.5 1.5 0 0 1 1.5 1.5v8.5A1.5 1.5 0 0 1 18 20h-8a1.5 1.5 0 0 1-1.5-1.5V10A1.5 1.5 0 0 1 10 8.5ZM15.5 8.5V5.5A1.5 1.5 0 0 0 14 4H6a1.5 1.5 0 0 0-1.5 1.5V14A1.5 1.5 0 0 0 6 15.5h2.5',
  download: 'M12 4v11M8 11.5l4 4 4-4M4.5 19.5h15',
  eye: 'M2.5 12C4.5 8 8 6 12 6s7.5 2 9.5 6c-2 4-5.5 6-9.5 6s-7.5-2-9.5-6ZM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z',
  'eye-off':
    'M6 7.6C4.6 8.6 3.4 10.1 2.5 12c2 4 5.5 6 9.5 6 1.5 0 2.9-.3 4.2-.8M9.8 6.2C10.5 6.1 11.2 6 12 6c4 0 7.5 2 9.5 6-.6 1.2-1.3 2.2-2.2 3M10 9.8a3 3 0 0 0 4.2 4.2M4 4l16 16',
  shield: 'M12 3.5 19 6v5.5c0 4.3-2.8 7.3-7 9-4.2-1.7-7-4.7-7-9V6l7-2.5ZM9 12l2.2 2.2L15.2 10',
  undo: 'M8 5 4 9l4 4M4.5 9H14a5.5 5.5 0 0 1 0 11h-3',
  clock: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0ZM12 7v5l3.2 2',
  'clock-pending': 'M12 3.5a8.5 8.5 0 1 1-7.4 4.3M12 7v5l3.2 2M8.2 4.4v.01M5.7 6.3v.01',
  'arrow-start': 'M19 12H5M11 6l-6 6 6 6',
  cross: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0ZM9 9l6 6M15 9l-6 6',
  block: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0ZM6 6l12 12',
  help: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0ZM9.7 9.7c.2-1.3 1.1-2 2.4-2s2.3.8 2.3 2c0 1.7-2.3 1.9-2.3 3.6M12.1 16.3v.01',
  car: 'M4 16.5v-3.3c0-.7.3-1.3.9-1.7l1-.7 1.3-3.7a2 2 0 0 1 1.9-1.3h5.8a2 2 0 0 1 1.9 1.3l1.3 3.7 1 .7c.6.4.9 1 .9 1.7v3.3a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1ZM6 10.8h12M6.5 17.5V19M17.5 17.5V19M7.5 14.2v.01M16.5 14.2v.01',
  bus: 'M5 16.5v-10a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v10a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1ZM5 11.5h14M7.5 17.5V20M16.5 17.5V20M8.5 14.5v.01M15.5 14.5v.01',
  outside: 'M14 4.5h5.5V10M19.5 4.5 11 13M17.5 13.5v4a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2h4',
  ferry:
    'M3.5 13.5h17l-2 4.2c-.9.6-1.7.6-2.6 0-1.3-.9-2.6-.9-3.9 0-1.3.9-2.6.9-3.9 0-.9-.6-1.7-.6-2.6 0l-2-4.2ZM6 13.5V9.5h12v4M9 9.5V6h6v3.5M3.5 20.5c1.3-.9 2.6-.9 3.9 0 1.3.9 2.6.9 3.9 0 1.3-.9 2.6-.9 3.9 0 1.3.9 2.6.9 3.9 0',
  bridge: 'M2.5 15h19M7 5v14M17 5v14M2.5 11.5C4.5 10.5 6 8.5 7 6c1.5 4.5 8.5 4.5 10 0 1 2.5 2.5 4.5 4.5 5.5M12 9.5V15',
  tunnel: 'M3.5 19.5v-6a8.5 8.5 0 0 1 17 0v6ZM8 19.5v-5.5a4 4 0 0 1 8 0v5.5M12 12.5v1.5M12 17v2.5',
  pause: 'M9 6.5v11M15 6.5v11',
  play: 'M8.5 6v12l9.5-6Z',
} as const

export type IconName = keyof typeof paths

/** Icons that point in reading direction are mirrored in right-to-left languages. */
const mirrored: ReadonlySet<string> = new Set<IconName>([
  'arrow-end',
  'arrow-start',
  'chevron-end',
  'send',
  'logout',
  'route',
  'chat',
  'help',
])
const filled: ReadonlySet<string> = new Set<IconName>(['star-filled'])

interface ShapeProps extends Omit<SVGProps<SVGSVGElement>, 'name' | 'ref'> {
  /** Edge length in px at the usual text size, with which it grows; 20 beside text. */
  size?: number
  /** Only for an icon without text beside it. */
  label?: string
}

export interface IconProps extends ShapeProps {
  name: IconName
}

/** Draws any path in the icons' stroke, for shapes too rare for the set. */
export function IconShape({ size = 20, label, className = '', d, ...rest }: ShapeProps) {
  const edge = `${size / 16}rem`
  return (
    <svg
      viewBox="0 0 24 24"
      width={edge}
      height={edge}
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
      d={paths[name]}
      fill={filled.has(name) ? 'currentColor' : 'none'}
      strokeWidth={name === 'more' ? 2.6 : 1.75}
      className={`${mirrored.has(name) ? 'rtl:-scale-x-100' : ''} ${className}`}
      {...rest}
    />
  )
}

export const iconNames = Object.keys(paths) as IconName[]
