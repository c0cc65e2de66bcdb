import { useId, type ReactNode } from 'react'

export type LandscapeScene = 'rides' | 'reservations' | 'chats' | 'not-found' | 'error' | 'offline' | 'done'

const road = { fill: 'none', strokeWidth: 5, strokeLinecap: 'round', strokeLinejoin: 'round' } as const

function Start({ x, y }: { x: number; y: number }) {
  return <circle cx={x} cy={y} r="7" className="fill-brand" />
}

/** The destination, the yellow ring of every route. */
function End({ x, y }: { x: number; y: number }) {
  return <circle cx={x} cy={y} r="8" strokeWidth="5" className="fill-sun stroke-brand" />
}

const bubble = 'h62a12 12 0 0 1 12 12v20a12 12 0 0 1-12 12h-38l-14 12v-12h-10a12 12 0 0 1-12-12v-20a12 12 0 0 1 12-12Z'

const scenes: Record<LandscapeScene, ReactNode> = {
  // An empty road.
  rides: (
    <>
      <path d="M52 142c58 14 62-34 108-30s42 22 108-14" strokeDasharray="1 12" {...road} className="stroke-brand" />
      <Start x={52} y={142} />
      <End x={268} y={98} />
    </>
  ),
  // A ticket with a route on it.
  reservations: (
    <g transform="rotate(-5 160 100)">
      <path
        d="M94 62h132a10 10 0 0 1 10 10v16a12 12 0 0 0 0 24v16a10 10 0 0 1-10 10H94a10 10 0 0 1-10-10v-16a12 12 0 0 0 0-24V72a10 10 0 0 1 10-10Z"
        strokeWidth="2"
        className="fill-surface stroke-edge"
      />
      <path d="M112 88v24" {...road} strokeWidth="4" className="stroke-brand" />
      <Start x={112} y={84} />
      <End x={112} y={117} />
      <path d="M132 84h56M132 116h40" {...road} className="stroke-line" />
    </g>
  ),
  chats: (
    <>
      <path d={`M76 58${bubble}`} strokeWidth="2" className="fill-surface stroke-edge" />
      <path d="M84 74h46M84 88h28" {...road} strokeWidth="4" className="stroke-line" />
      <g transform="translate(320 36) scale(-1 1)">
        <path d={`M76 58${bubble}`} className="fill-brand" />
      </g>
      <path d="M190 110h46M190 124h30" {...road} strokeWidth="4" className="stroke-on-brand/60" />
    </>
  ),
  // A signpost whose arms point both ways, and a road that ends.
  'not-found': (
    <>
      <path d="M160 46v108" {...road} strokeWidth="6" className="stroke-edge" />
      <path d="M112 56h76l14 14-14 14h-76a4 4 0 0 1-4-4V60a4 4 0 0 1 4-4Z" className="fill-brand" />
      <path
        d="M208 94h-70l-14 13 14 13h70a4 4 0 0 0 4-4V98a4 4 0 0 0-4-4Z"
        strokeWidth="2"
        className="fill-surface stroke-edge"
      />
      <path d="M122 70h48" {...road} strokeWidth="4" className="stroke-on-brand/60" />
      <path d="M146 107h50" {...road} strokeWidth="4" className="stroke-line" />
      <path d="M40 156c34 8 62-4 92 0" strokeDasharray="1 12" {...road} className="stroke-brand" />
      <Start x={40} y={156} />
    </>
  ),
  // An obstacle on the road.
  error: (
    <>
      <path d="M44 140c40 10 62-2 84-6" {...road} className="stroke-brand" />
      <path d="M214 118c20-6 34-14 56-24" strokeDasharray="1 12" {...road} className="stroke-brand" />
      <path d="m142 142 14-24 20-8 20 12 8 20Z" className="fill-edge" />
      <path d="m156 118 20-8-4 16-18 16-12 0Z" className="fill-soft/40" />
      <Start x={44} y={140} />
      <End x={270} y={94} />
    </>
  ),
  // A radio mast on a hill.
  offline: (
    <>
      <path d="m148 150 12-70 12 70M153 122h14M151 136h18" {...road} strokeWidth="3.5" className="stroke-edge" />
      <circle cx="160" cy="74" r="7" className="fill-sun" />
      <path
        d="M140 92a26 26 0 0 1 0-36M126 104a44 44 0 0 1 0-60"
        strokeDasharray="1 9"
        {...road}
        strokeWidth="4"
        className="stroke-brand"
      />
      <path
        d="M180 92a26 26 0 0 0 0-36M194 104a44 44 0 0 0 0-60"
        strokeDasharray="1 9"
        {...road}
        strokeWidth="4"
        className="stroke-brand"
      />
    </>
  ),
  // An arrived car.
  done: (
    <>
      <path d="M52 142c58 14 62-34 108-30s42 22 100-10" {...road} className="stroke-brand" />
      <Start x={52} y={142} />
      <circle cx="262" cy="100" r="20" className="fill-brand" />
      {/* A check mark is not mirrored. */}
      <path
        d="m253 100 6.5 6.5 12-13"
        {...road}
        strokeWidth="4"
        className="origin-center stroke-on-brand [transform-box:fill-box] rtl:-scale-x-100"
      />
    </>
  ),
}

const ground = 'M160 14c70 0 132 38 142 90 6 32-16 58-52 62-60 7-122 7-182 0-36-4-56-30-50-62C28 52 90 14 160 14Z'

/** The drawing itself; pages use `Landscape`, which loads it. Its roads lead in reading direction. */
export function LandscapeScenery({ scene }: { scene: LandscapeScene }) {
  const clip = useId()
  return (
    <svg viewBox="0 0 320 180" aria-hidden="true" data-drawing className="block h-auto w-full rtl:-scale-x-100">
      <clipPath id={clip}>
        <path d={ground} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path d={ground} className="fill-brand-tint" />
        <circle cx="232" cy="52" r="13" className="fill-sun" />
        <path d="M0 140 84 62l26 28 44-48 50 62 32-30 84 60v66H0Z" className="fill-brand/18" />
        <path
          d="m84 62-16 15 12-3 8 9 10-6Zm70-20-20 22 14-5 8 11 12-5 6 3Z"
          className="fill-surface dark:fill-text/75"
        />
        <path d="M0 138c54-28 112-14 160-10s98-18 160 4v48H0Z" className="fill-brand/22" />
      </g>
      {scenes[scene]}
    </svg>
  )
}
