import { useId } from 'react'
import type { ChosenPoint } from '@samtur/contract/meeting-points'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { type Centre, distanceKm, offsetKm, positionOf, ringsFor } from './model.ts'

const size = 260
const middle = size / 2
const outerRadius = 100

interface PointMapProps {
  centre: Centre
  points: readonly Pick<ChosenPoint, 'id' | 'name' | 'lat' | 'lon'>[]
  className?: string
}

/**
 * Where points lie from the centre of their place: north is up, and two rings show the distance. It has no streets and no coast, because the
 * drawn outline of the land is too coarse for a town. Draws nothing without coordinates.
 */
export function PointMap({ centre, points, className = '' }: PointMapProps) {
  const t = useT()
  const { list, number } = useFormat()
  const clip = useId()
  const known = points.flatMap((point) => {
    const position = positionOf(point)
    return position ? [{ ...point, ...position }] : []
  })
  if (known.length === 0) return null
  const rings = ringsFor(Math.max(...known.map((point) => distanceKm(centre, point))))
  const perKm = outerRadius / rings[1]
  const named = known.length <= 3
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={t('points.map_label', { place: centre.text, points: list(known.map(({ name }) => name)) })}
      direction="ltr"
      className={`block w-full max-w-65 rounded-field bg-land print:hidden ${className}`}
    >
      <clipPath id={clip}>
        <rect width={size} height={size} rx="12" />
      </clipPath>
      <g aria-hidden="true" clipPath={`url(#${clip})`}>
        {rings.map((km) => (
          <g key={km}>
            <circle cx={middle} cy={middle} r={km * perKm} fill="none" strokeDasharray="3 5" className="stroke-faint" />
            <text
              x={middle}
              y={middle + km * perKm + 4}
              textAnchor="middle"
              fontSize="11"
              strokeWidth="4"
              paintOrder="stroke"
              className="fill-soft stroke-land"
            >
              {t('points.km', { km: number(km) })}
            </text>
          </g>
        ))}
        <path d={`M${middle} 8 l5 12 h-10 Z`} className="fill-soft" />
        <circle cx={middle} cy={middle} r="4" strokeWidth="2" className="fill-surface stroke-soft" />
        {known.map((point) => (
          <Dot key={point.id} {...placeOf(centre, point, perKm)} name={named ? point.name : undefined} />
        ))}
      </g>
    </svg>
  )
}

function placeOf(centre: Centre, point: { lat: number; lon: number }, perKm: number) {
  const { east, north } = offsetKm(centre, point)
  return { x: middle + east * perKm, y: middle - north * perKm }
}

const mostLetters = 20

/** A point, with its name on the side where there is room. */
function Dot({ x, y, name }: { x: number; y: number; name: string | undefined }) {
  const before = x > middle
  const letters = [...(name ?? '')]
  return (
    <>
      <circle cx={x} cy={y} r="6.5" className="fill-brand" />
      {name && (
        <text
          // A name is in no language of the page.
          lang=""
          x={before ? x - 11 : x + 11}
          y={y + 4}
          textAnchor={before ? 'end' : 'start'}
          fontSize="13"
          strokeWidth="4"
          strokeLinejoin="round"
          paintOrder="stroke"
          className="fill-text stroke-land font-semibold"
        >
          {letters.length > mostLetters ? `${letters.slice(0, mostLetters - 1).join('')}…` : name}
        </text>
      )}
    </>
  )
}
