import type { ReactNode } from 'react'

export interface RouteStop {
  /** Formatted, such as '07:00'. */
  time?: string
  /** Machine-readable, for `<time datetime>`. */
  dateTime?: string
  /** A short word before an estimated time, such as 'ca.'. */
  about?: string
  label: ReactNode
  /** What a row says of the stops on the way, which it leaves out. */
  between?: string
  /** A secondary line: the full address, a reservation's passengers. */
  detail?: ReactNode
  kind: 'start' | 'via' | 'end'
  /** Not the passenger's part of the ride. */
  dimmed?: boolean
  /** Not agreed yet, such as a place beside the way. */
  dashed?: boolean
  /** A React key where labels repeat; the position otherwise. */
  id?: string
}

export interface RouteLineProps {
  items: readonly RouteStop[]
  /** What dimming means, in words for screen readers, such as 'ikke din del av turen'. */
  dimmedLabel?: string
  /** `sm` has lines close together, as a ride in a row. */
  size?: 'sm' | 'md' | 'lg'
  className?: string
}

/** The dot is centred on a 16 px rail; the line is 2 px at the same centre. */
export function RouteDot({ kind, dimmed, dashed }: Pick<RouteStop, 'kind' | 'dimmed' | 'dashed'>) {
  const colour = dimmed ? 'border-faint' : 'border-brand'
  if (kind === 'end' || dashed) {
    const look = `${colour} ${dashed ? 'border-dashed' : ''} ${dimmed || kind === 'start' ? 'bg-surface' : 'bg-sun'}`
    return <span className={`size-4 rounded-full border-[3px] ${look}`} />
  }
  if (kind === 'via') return <span className={`size-2.5 rounded-full border-2 bg-surface ${colour}`} />
  return <span className={`size-3 rounded-full border-[6px] ${colour}`} />
}

// Borders, not backgrounds: they stay visible where the system forces its own colours.
function Segment({ dimmed, place, outer }: { dimmed: boolean; place: 'before' | 'after'; outer: boolean }) {
  const half = place === 'before' ? 'top-0 h-(--dot)' : 'top-(--dot) bottom-0'
  return (
    <span
      className={`absolute start-[7px] ${half} ${outer ? 'row:hidden' : ''} ${dimmed ? 'border-s-2 border-dotted border-faint' : 'border-s-2 border-brand'}`}
    />
  )
}

/** A ride from top to bottom: times, the line with its stops, names. The column of times is as wide as its widest time, in every language. */
export function RouteLine({ items, dimmedLabel, size = 'md', className = '' }: RouteLineProps) {
  const timed = items.some((item) => item.time)
  const large = size === 'lg'
  const small = size === 'sm'
  // --dot: the dot's centre within a row, so that line and dots meet at any text height.
  const row = large
    ? '[--dot:1rem] [--row:2.75rem] text-lg'
    : `[--dot:0.75rem] ${small ? '[--row:1.5rem]' : '[--row:2rem] row:[--row:1.5rem]'} text-base`
  const columns = timed ? 'grid-cols-[max-content_1rem_minmax(0,1fr)]' : 'grid-cols-[1rem_minmax(0,1fr)]'
  return (
    <ol className={`grid content-start gap-x-2.5 ${row} ${columns} ${className}`}>
      {items.map((item, index) => {
        const before = items[index - 1]
        const after = items[index + 1]
        const main = item.kind !== 'via' && !item.dimmed
        const tone = item.dimmed ? 'text-faint' : main ? 'font-semibold text-text' : 'text-soft'
        return (
          <li key={item.id ?? index} className={main ? 'contents' : 'contents row:hidden'}>
            {timed && (
              <time
                suppressHydrationWarning
                dateTime={item.dateTime}
                className={`whitespace-nowrap text-end leading-6 ${large ? 'pt-1' : ''} ${tone} ${main ? '' : 'text-sm/6'}`}
              >
                {item.about && <span className="text-sm font-normal text-faint">{item.about} </span>}
                {item.time}
              </time>
            )}
            <span className={`relative ${after ? 'min-h-(--row)' : ''}`} aria-hidden="true">
              {before && (
                <Segment place="before" dimmed={Boolean(before.dimmed || item.dimmed)} outer={item.kind === 'start'} />
              )}
              {after && (
                <Segment place="after" dimmed={Boolean(after.dimmed || item.dimmed)} outer={item.kind === 'end'} />
              )}
              <span className="absolute inset-x-0 top-0 flex h-[calc(var(--dot)*2)] items-center justify-center">
                <RouteDot {...item} />
              </span>
            </span>
            <span
              className={`min-w-0 leading-6 ${small ? '' : 'pb-2 row:pb-0'} ${large ? 'pt-1' : ''} ${tone} ${main ? '' : 'text-sm/6'}`}
            >
              <bdi>{item.label}</bdi>
              {item.between && (
                <span className="hidden text-sm/none font-normal text-soft row:inline">{`\u2002${item.between}`}</span>
              )}
              {item.dimmed && dimmedLabel && <span className="sr-only"> ({dimmedLabel})</span>}
              {item.detail && <span className="block text-sm font-normal text-soft">{item.detail}</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
