/** Many roads that become one: cars alone, and then all people in one car. Decoration on the hero's green. */
const ways = [
  'M-20 64C150 40 214 150 372 176',
  'M-20 132C120 120 232 168 372 176',
  'M-20 214C130 224 236 190 372 176',
  'M-20 296C140 318 222 208 372 176',
]

export function GreenDrawing() {
  return (
    <div
      aria-hidden="true"
      data-drawing
      className="pointer-events-none absolute inset-0 overflow-hidden rtl:-scale-x-100"
    >
      <div className="absolute inset-0 bg-linear-to-b from-transparent to-hero-deep" />
      <svg
        viewBox="0 0 760 360"
        preserveAspectRatio="xMaxYMax meet"
        className="absolute inset-y-0 end-0 h-full w-full md:w-1/2 rtl:start-0 rtl:end-auto"
      >
        <path d="M0 360 130 232l58 44 118-136 96 116 52-46 84 88 120-172 102 140v94Z" className="fill-on-hero/7" />
        <g className="max-md:hidden">
          <g fill="none" strokeLinecap="round" className="stroke-on-hero/35">
            {ways.map((way) => (
              <path key={way} d={way} strokeWidth="4" strokeDasharray="1 12" />
            ))}
          </g>
          <path
            d="M372 176C470 192 520 128 640 120"
            fill="none"
            strokeWidth="8"
            strokeLinecap="round"
            pathLength={1}
            className="draws-itself stroke-sun"
          />
          <circle cx="372" cy="176" r="11" className="fill-on-hero" />
          <g className="appears-late">
            <circle cx="640" cy="120" r="26" fill="none" strokeWidth="3.5" className="stroke-sun/45" />
            <circle cx="640" cy="120" r="13" className="fill-sun" />
          </g>
        </g>
      </svg>
    </div>
  )
}
