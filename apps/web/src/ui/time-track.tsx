interface TimeTrackProps {
  /** The part of the time that has passed, 0 to 1; at 1 the line is full and grey. */
  passed: number
  tone: 'brand' | 'warning'
}

const tones = {
  brand: { line: 'border-brand', dot: 'border-brand bg-sun' },
  // In the dark theme the sun has the colour of a warning.
  warning: { line: 'border-warning', dot: 'border-warning bg-sun dark:bg-surface' },
  over: { line: 'border-faint', dot: 'border-faint bg-surface' },
}

/** A route line that runs to the end of its time, dotted where time is left. Words beside it say the same. */
export function TimeTrack({ passed, tone }: TimeTrackProps) {
  const over = passed >= 1
  const { line, dot } = tones[over ? 'over' : tone]
  // Borders, not backgrounds: they stay visible where the system forces its own colours.
  return (
    <div aria-hidden="true" className="flex h-4 items-center">
      <span className={`min-w-0 rounded-s-full border-t-4 ${line}`} style={{ flexGrow: passed }} />
      <span className={`size-4 shrink-0 rounded-full border-3 ${dot}`} />
      {!over && <span className="min-w-0 border-t-2 border-dotted border-faint" style={{ flexGrow: 1 - passed }} />}
    </div>
  )
}
