const road = 'M512 440C532 390 400 398 402 350S566 318 592 234'

/** Contour lines: each is lower and flatter than the one before. */
function contour(line: number) {
  const x = 40 + line * 22
  const y = 74 + line * 25
  const swing = 62 - line * 7
  return `M${x} ${y}c${110 - line * 4}-${swing} ${190 - line * 6}-${swing * 0.6} 270 ${swing * 0.55}s210 ${swing} 430-${swing * 0.5}`
}

const ridges = [
  'M0 440 96 300l44 40 96-144 82 122 38-38 64 72 100-202 84 118 36-32 60 64 60-80v220Z',
  'M60 440 190 330l56 42 84-72 122 140Zm320 0 180-154 62 66 42-34 96 82v40Z',
]
// The lit side of each summit.
const faces =
  'M236 196l54 80-22-8-6 32-18-38ZM520 150l60 84-24-8-8 42-22-46ZM330 300l48 55-20-4-8 30-16-38ZM560 286l44 47-20-2-6 26-14-34Z'

function Destination({ x, y, size }: { x: number; y: number; size: number }) {
  return (
    <g className="appears-late">
      <circle cx={x} cy={y} r={size * 2} fill="none" strokeWidth={size / 4} className="stroke-sun/45" />
      <circle cx={x} cy={y} r={size} className="fill-sun" />
    </g>
  )
}

const drawn = { fill: 'none', strokeLinecap: 'round', pathLength: 1, className: 'draws-itself stroke-sun' } as const

/**
 * The home page's landscape: contour lines, mountains and a road that draws itself once, mirrored for right-to-left. Fills a `relative
 * on-hero bg-hero` box behind its text; the shading is part of the drawing, so that the box keeps one plain colour that contrast can be
 * measured against.
 */
export function HeroLandscape({ compact }: { compact?: boolean }) {
  return (
    <div
      aria-hidden="true"
      data-drawing
      className="pointer-events-none absolute inset-0 overflow-hidden rtl:-scale-x-100"
    >
      <div className="absolute inset-0 bg-linear-to-b from-transparent to-hero-deep" />
      <svg
        viewBox="0 0 760 440"
        preserveAspectRatio="xMaxYMax slice"
        // Beside a tall headline its side would show.
        className="absolute inset-y-0 end-0 h-full w-full max-w-[58rem] max-md:opacity-70 md:[mask-image:linear-gradient(90deg,transparent,black_14rem)] rtl:start-0 rtl:end-auto"
      >
        <g fill="none" strokeWidth="1.5" className="stroke-on-hero/12">
          {Array.from({ length: 7 }, (_, line) => (
            <path key={line} d={contour(line)} />
          ))}
        </g>
        {ridges.map((ridge) => (
          <path key={ridge} d={ridge} className="fill-on-hero/7" />
        ))}
        <path d={faces} className="fill-on-hero/7" />
        <g className="max-md:hidden">
          <path d={road} strokeWidth="7" {...drawn} />
          <Destination x={592} y={234} size={12} />
        </g>
      </svg>
      {/* On a phone the text needs the width, so the road is above it. */}
      {!compact && (
        <svg viewBox="0 0 140 120" className="absolute end-0 top-0 w-35 md:hidden rtl:start-0 rtl:end-auto">
          <path d="M144 112C96 116 92 84 108 74S126 46 74 36" strokeWidth="5" {...drawn} />
          <Destination x={74} y={36} size={8} />
        </svg>
      )}
    </div>
  )
}
