import { Icon } from './icon.tsx'

export interface StepsProps {
  /** Name of the list: 'Publiser tur, steg 2 av 3'. */
  label: string
  items: readonly string[]
  /** Position of the current step. */
  current: number
  /** Said with the steps before it, such as 'ferdig'. */
  doneLabel: string
}

/** Progress of a form or a request: a horizontal route line. */
export function Steps({ label, items, current, doneLabel }: StepsProps) {
  return (
    <ol aria-label={label} className="flex">
      {items.map((item, index) => {
        const done = index < current
        const line = `absolute top-[13px] border-t-2 ${index <= current ? 'border-brand' : 'border-line'}`
        const next = `absolute top-[13px] border-t-2 ${done ? 'border-brand' : 'border-line'}`
        return (
          <li
            key={item}
            aria-current={index === current ? 'step' : undefined}
            className="relative flex min-w-0 flex-1 flex-col items-center gap-1.5 px-1 text-center"
          >
            {index > 0 && <span aria-hidden="true" className={`${line} start-0 end-1/2`} />}
            {index < items.length - 1 && <span aria-hidden="true" className={`${next} start-1/2 end-0`} />}
            <span
              className={
                'relative inline-flex size-7 items-center justify-center rounded-full border-2 text-sm font-semibold tabular ' +
                (done
                  ? 'border-brand bg-brand text-on-brand'
                  : index === current
                    ? 'border-brand bg-surface text-text'
                    : 'border-edge bg-surface text-soft')
              }
            >
              {done ? <Icon name="check" size={16} label={doneLabel} /> : index + 1}
            </span>
            <span className={`max-w-full text-sm ${index === current ? 'font-semibold' : 'text-soft'}`}>{item}</span>
          </li>
        )
      })}
    </ol>
  )
}
