import { lazy, Suspense, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { LinePoint } from '@samtur/contract/places'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import type { MapStop } from './model.ts'

const loadOutline = () => import('./nordic-outline.tsx')
const NordicOutline = lazy(async () => ({ default: (await loadOutline()).NordicOutline }))

interface Point {
  x: number
  y: number
}

interface Box extends Point {
  width: number
  height: number
}

/** Mercator in hundredths of a degree, y downwards: the units of the drawn outline. */
export function mapPoint(lat: number, lon: number): Point {
  const y = Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360))
  return { x: lon * 100, y: ((-y * 180) / Math.PI) * 100 }
}

/** Even a short ride shows where in the country it is. */
const smallestView = 130
const margin = 44

/** Outline units → pixels, so that all points lie well inside the drawing. */
export function fitView(points: readonly Point[], width: number, height: number) {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const span = (values: number[]) => Math.max(Math.max(...values) - Math.min(...values), smallestView)
  const middle = (values: number[]) => (Math.max(...values) + Math.min(...values)) / 2
  // Names stand beside the points and need more room at the sides.
  const scale = Math.min((width - 4 * margin) / span(xs), (height - 2 * margin) / span(ys))
  return { scale, x: width / 2 - middle(xs) * scale, y: height / 2 - middle(ys) * scale }
}

/**
 * Returns the points of each leg, from its stop to the next one: along the roads where the line passes both stops, otherwise straight.
 */
export function legsAlong(stops: readonly MapStop[], line: readonly LinePoint[] | null | undefined): LinePoint[][] {
  let at = 0
  return stops.slice(1).map((to, index) => {
    const from = stops[index] ?? to
    const start = passing(line, from, at)
    const end = start < 0 ? -1 : passing(line, to, start + 1)
    if (!line || end < 0) return [from, to].map(({ lat, lon }) => ({ lat, lon, ferry: false }))
    at = end
    return line.slice(start, end + 1)
  })
}

const passing = (line: readonly LinePoint[] | null | undefined, { lat, lon }: MapStop, after: number) =>
  line?.findIndex((point, index) => index >= after && point.lat === lat && point.lon === lon) ?? -1

/** Returns the pieces of a leg that are drawn alike: by road, or by ferry. */
function piecesOf<P extends { ferry: boolean }>(leg: readonly P[]): { ferry: boolean; points: P[] }[] {
  const pieces: { ferry: boolean; points: P[] }[] = []
  for (const [index, point] of leg.slice(1).entries()) {
    const last = pieces.at(-1)
    const from = leg[index]
    if (last?.ferry === point.ferry) last.points.push(point)
    else if (from) pieces.push({ ferry: point.ferry, points: [from, point] })
  }
  return pieces
}

const lineHeight = 18
const fontSize = 13
const gap = 11
const edge = 8

type Anchor = 'start' | 'middle' | 'end'

interface Label extends Box {
  text: string
  anchor: Anchor
}

const overlap = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y))

/** Places on the way between two points; a name should not lie on the line. */
function along(points: readonly Point[]): Box[] {
  return points.slice(1).flatMap((to, index) => {
    const from = points[index] ?? to
    const steps = Math.max(1, Math.min(24, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 4)))
    return Array.from({ length: steps }, (_, step) => {
      const part = step / steps
      return { x: from.x + (to.x - from.x) * part - 2, y: from.y + (to.y - from.y) * part - 2, width: 4, height: 4 }
    })
  })
}

type WidthOf = (text: string) => number

/** Estimates the width where text cannot be measured. */
const roughWidth: WidthOf = (text) => [...text].length * 8

/**
 * Where each name stands: inside the view, beside its point, on the side where it covers least. A stop on the way goes without a name
 * rather than hide another one; it is in the list beside the map.
 */
export function placeLabels(
  points: readonly (Point & { text: string; kind: MapStop['kind'] })[],
  view: Box,
  { widthOf = roughWidth, line = along(points) }: { widthOf?: WidthOf; line?: readonly Box[] } = {},
): (Label | null)[] {
  const dots = points.map(({ x, y }) => ({ x: x - 9, y: y - 9, width: 18, height: 18 }))
  const taken: Box[] = []
  const labels: (Label | null)[] = points.map(() => null)
  const order = points
    .map((_, index) => index)
    .sort((a, b) => Number(points[a]?.kind === 'via') - Number(points[b]?.kind === 'via'))
  for (const index of order) {
    const point = points[index]
    if (!point) continue
    const best = sides(point, widthOf(point.text))
      .map((side) => ({ ...side, ...inside(view, side) }))
      .map((box) => ({ box, cost: costOf(box) }))
      .sort((a, b) => a.cost - b.cost)[0]
    if (!best || (point.kind === 'via' && best.cost >= 100)) continue
    labels[index] = { ...best.box, text: point.text }
    taken.push(best.box)
  }
  return labels

  function costOf(box: Box) {
    const names = taken.reduce((sum, other) => sum + overlap(box, other), 0)
    const points = dots.reduce((sum, dot) => sum + overlap(box, dot), 0)
    return names * 5 + points * 2 + line.filter((piece) => overlap(box, piece) > 0).length
  }
}

/** As far beside its place as it has to be. */
function inside(view: Box, { x, y, width, height }: Box): Point {
  const between = (least: number, value: number, most: number) => Math.max(least, Math.min(value, most))
  return {
    x: between(view.x, x, view.x + view.width - width),
    y: between(view.y, y, view.y + view.height - height),
  }
}

function sides({ x, y }: Point, width: number): (Box & { anchor: Anchor })[] {
  const size = { width, height: lineHeight }
  const middle = y - lineHeight / 2
  const after = x + gap
  const before = x - gap - size.width
  const corners: [number, number, Anchor][] = [
    [after, middle, 'start'],
    [before, middle, 'end'],
    [after, middle - lineHeight / 1.5, 'start'],
    [after, middle + lineHeight / 1.5, 'start'],
    [before, middle - lineHeight / 1.5, 'end'],
    [before, middle + lineHeight / 1.5, 'end'],
    [x - size.width / 2, y - gap - lineHeight, 'middle'],
    [x - size.width / 2, y + gap, 'middle'],
  ]
  return corners.map(([left, top, anchor]) => ({ x: left, y: top, anchor, ...size }))
}

const mostLetters = 22
const shorten = (text: string) =>
  [...text].length > mostLetters ? `${[...text].slice(0, mostLetters - 1).join('')}…` : text

interface RouteMapProps {
  stops: readonly MapStop[]
  /** Along the roads; null where they are not known. */
  line: readonly LinePoint[] | null | undefined
  className?: string
}

/** Where a ride goes, drawn: the land, the line along the roads, the names of its stops. All of it is also in words beside it. */
export default function RouteMap({ stops, line, className = '' }: RouteMapProps) {
  const t = useT()
  const { list } = useFormat()
  const frame = useRef<HTMLDivElement>(null)
  const { width, height, widthOf } = useFrame(frame)
  const way = legsAlong(stops, line)
  const units = [...stops, ...way.flat()].map(({ lat, lon }) => mapPoint(lat, lon))
  const view = fitView(units, width, height)
  const drawn = <P extends { lat: number; lon: number }>(point: P) => {
    const { x, y } = mapPoint(point.lat, point.lon)
    return { ...point, x: x * view.scale + view.x, y: y * view.scale + view.y }
  }
  const points = stops.map((stop) => ({ ...drawn(stop), text: shorten(stop.text) }))
  const legs = way.map((leg) => leg.map(drawn))
  const room = { x: edge, y: edge, width: width - 2 * edge, height: height - 2 * edge }
  const labels = placeLabels(points, room, { widthOf, line: legs.flatMap(along) })
  return (
    <div ref={frame} className={`overflow-hidden bg-water ${className}`}>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={t('rides.map_label', { places: list(stops.map(({ text }) => text)) })}
        direction="ltr"
        className="block"
      >
        <g transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>
          <Suspense>
            <NordicOutline />
          </Suspense>
        </g>
        {/* The label above says it all; without this the names would be read as loose words. */}
        <g aria-hidden="true">
          {legs.map((leg, index) => (
            <Leg key={index} points={leg} dimmed={points[index]?.dimmed || points[index + 1]?.dimmed} />
          ))}
          {points.map((point, index) => (
            <Dot key={index} {...point} />
          ))}
          {labels.map(
            (label, index) => label && <Name key={index} label={label} end={points[index]?.kind !== 'via'} />,
          )}
        </g>
      </svg>
    </div>
  )
}

interface Drawn extends Point {
  dimmed?: boolean
}

/** The way of one leg; over water it is dotted. */
function Leg({ points, dimmed = false }: { points: readonly (Point & LinePoint)[]; dimmed?: boolean | undefined }) {
  return piecesOf(points).map((piece, index) => (
    <polyline
      key={index}
      points={piece.points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
      fill="none"
      strokeWidth={dimmed ? 2 : 4}
      strokeDasharray={piece.ferry || dimmed ? '1 6' : undefined}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={dimmed ? 'stroke-faint' : 'stroke-brand'}
    />
  ))
}

function Dot({ x, y, kind, dimmed }: Drawn & { kind: MapStop['kind'] }) {
  if (dimmed) return <circle cx={x} cy={y} r="3.5" strokeWidth="2" className="fill-surface stroke-faint" />
  if (kind === 'start') return <circle cx={x} cy={y} r="6.5" className="fill-brand" />
  if (kind === 'end') return <circle cx={x} cy={y} r="6.5" strokeWidth="3.5" className="fill-sun stroke-brand" />
  return <circle cx={x} cy={y} r="4" strokeWidth="2.5" className="fill-surface stroke-brand" />
}

const shares: Record<Anchor, number> = { start: 0, middle: 0.5, end: 1 }

/** A rim in the land's colour keeps the name readable where a coast runs behind it. */
function Name({ label, end }: { label: Label; end: boolean }) {
  return (
    <text
      x={label.x + label.width * shares[label.anchor]}
      y={label.y + label.height - 5}
      textAnchor={label.anchor}
      fontSize={fontSize}
      strokeWidth="4"
      strokeLinejoin="round"
      paintOrder="stroke"
      className={`fill-text stroke-land ${end ? 'font-semibold' : ''}`}
    >
      {label.text}
    </text>
  )
}

/** Returns the size of the map, and a function that measures text in the device's font. */
function useFrame(ref: RefObject<HTMLElement | null>) {
  const [frame, setFrame] = useState({ width: 360, height: 280, widthOf: roughWidth })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const widthOf = measured(element)
    const measure = () => setFrame({ width: element.clientWidth, height: element.clientHeight, widthOf })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [ref])
  return frame
}

function measured(element: Element): WidthOf {
  const pen = document.createElement('canvas').getContext('2d')
  if (!pen) return roughWidth
  pen.font = `600 ${fontSize}px ${getComputedStyle(element).fontFamily}`
  return (text) => pen.measureText(text).width
}
