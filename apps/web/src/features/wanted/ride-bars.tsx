import type { WantedPreview } from '@samtur/contract/wanted'
import { wanted as limits } from '@samtur/contract/constants'
import { T } from '#lib/i18n'
import { barHeights } from './model.ts'

type Recent = NonNullable<WantedPreview['recent']>

const [width, gap, height, least] = [5, 2, 44, 7]

/** How many cars went this way, with a bar for each day. Few rides come without a count, so that nobody is singled out. */
export function RideBars({ recent }: { recent: Recent }) {
  const heights = barHeights(recent.days)
  const total = heights.length * (width + gap) - gap
  return (
    <div>
      <p>
        <T
          id="wanted.recent"
          values={{ count: recent.rides, days: limits.recentDays }}
          components={[<b key="sum" className="font-semibold" />]}
        />
      </p>
      {/* The newest day is at the end of the reading direction. */}
      <svg
        viewBox={`0 0 ${total} ${height}`}
        width={total}
        height={height}
        aria-hidden="true"
        className="mt-2.5 block max-w-full rtl:-scale-x-100"
      >
        {heights.map((part, index) => {
          const tall = part === 0 ? least : Math.max(least * 2, Math.round(part * (height - 4)))
          return (
            <rect
              key={recent.days[index]?.date}
              x={index * (width + gap)}
              y={height - tall}
              width={width}
              height={tall}
              rx={2}
              className={
                part === 0 ? 'fill-line forced-colors:fill-[GrayText]' : 'fill-brand forced-colors:fill-[CanvasText]'
              }
            />
          )
        })}
      </svg>
    </div>
  )
}
