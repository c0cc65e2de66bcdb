/** The logo's drawing: a road from a start to a yellow end, in the brand's colours. */
export function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" width="1.75rem" height="1.75rem" aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="9" className="fill-brand" />
      <path d={road} fill="none" strokeWidth="3" strokeLinecap="round" className="stroke-on-brand" />
      <circle cx="9" cy="23" r="3.5" className="fill-on-brand" />
      {/* The same yellow in both themes: on the pale green of the dark theme it has a dark rim. */}
      <circle cx="23" cy="9" r="3.5" className="fill-sun dark:stroke-on-brand dark:stroke-2" />
    </svg>
  )
}

const road = 'M9 23c7.5 0 3.5-7 7-7s-.5-7 7-7'

interface LogoProps {
  /** A parameter, because it is one constant of the product. */
  name: string
  /** Where very large text leaves no room, the name is for screen readers only. */
  shrinks?: boolean
}

/** The drawing and the name. */
export function Logo({ name, shrinks }: LogoProps) {
  return (
    <span className="flex w-fit items-center gap-2.5">
      <LogoMark />
      <span className={`font-heading text-xl text-brand ${shrinks ? 'max-[20rem]:sr-only' : ''}`}>{name}</span>
    </span>
  )
}
