import { useMemo } from 'react'
import { useFormat } from '#lib/format'
import { Icon } from '#ui/icon'
import { contrast, ownCss, pairs, readColours, type Scheme } from './colours.ts'

/** Shows the colour pairs in both themes, with their contrast. */
export function ColourParts() {
  const colours = useMemo(() => readColours(ownCss()), [])
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {(['light', 'dark'] as const).map((scheme) => (
        <div key={scheme}>
          <h3 className="mb-2">{scheme === 'dark' ? 'Dark' : 'Light'}</h3>
          <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2">
            {pairs.map(([text, ground, least]) => (
              <Pair
                key={text + ground}
                names={[text, ground]}
                least={least}
                colours={colours[scheme]}
                scheme={scheme}
              />
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

interface PairProps {
  names: readonly [string, string]
  least: number
  colours: Record<string, string>
  scheme: Scheme
}

function Pair({ names: [text, ground], least, colours }: PairProps) {
  const ratio = contrast(colours[text] ?? '', colours[ground] ?? '')
  const colour = least === 3 ? colours['text'] : colours[text]
  return (
    <li
      className="flex items-center gap-2 rounded-field border p-3 text-sm"
      style={{
        backgroundColor: colours[ground],
        color: colour,
        borderColor: least === 3 ? colours[text] : 'transparent',
      }}
    >
      <Icon
        name={ratio >= least ? 'check' : 'warning'}
        size={16}
        label={ratio >= least ? 'Enough contrast' : 'Too little contrast'}
      />
      <code dir="ltr" lang="en" className="min-w-0 flex-1 wrap-anywhere">
        {text} / {ground}
      </code>
      <span className="font-semibold tabular">{useFormat().rating(ratio)}</span>
    </li>
  )
}
