import { Icon, iconNames } from '#ui/icon'

export function IconParts() {
  return (
    <ul className="grid grid-cols-3 gap-2 sm:grid-cols-6 md:grid-cols-8">
      {iconNames.map((name) => (
        <li key={name} className="flex min-w-0 flex-col items-center gap-1.5 py-2 text-center text-sm text-soft">
          <Icon name={name} size={24} className="text-text" />
          <code dir="ltr" lang="en" className="max-w-full wrap-anywhere">
            {name}
          </code>
        </li>
      ))}
    </ul>
  )
}
