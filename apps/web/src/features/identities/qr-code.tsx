import { encode } from 'uqr'

/** Dark on light in both themes: many cameras cannot read it the other way round. The light margin is part of the code. */
export function QrCode({ text, label, className = 'size-52' }: { text: string; label: string; className?: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={`max-w-full rounded-field border border-line forced-color-adjust-none ${className}`}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dots.join('')} fill="#000" />
    </svg>
  )
}
