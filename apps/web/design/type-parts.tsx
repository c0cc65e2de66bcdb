import { OutsideLink, TextLink } from '#ui/link'
import { Logo, LogoMark } from '#ui/logo'
import { paths } from '@samtur/contract/paths'
import { PRODUCT_NAME } from '@samtur/contract/constants'

const sizes = ['text-5xl', 'text-4xl', 'text-3xl', 'text-2xl', 'text-xl', 'text-lg', 'text-base', 'text-sm']

export function TypeParts() {
  return (
    <div className="flex flex-col gap-6">
      <ul className="flex flex-col gap-2">
        {sizes.map((size) => (
          <li key={size} className="flex flex-wrap items-baseline gap-x-4">
            <code dir="ltr" lang="en" className="w-20 text-sm text-soft">
              {size}
            </code>
            <span className={`font-heading ${size} min-w-0 wrap-anywhere`}>Fjords, mountains and 1,234 kr</span>
          </li>
        ))}
      </ul>
      <p className="max-w-text">
        Share the ride with somebody going the same way anyway – in Norway, Denmark and Sweden.{' '}
        <TextLink to={paths.terms}>Terms of service</TextLink>,{' '}
        <OutsideLink href="https://www.vegvesen.no/">Statens vegvesen</OutsideLink>.{' '}
        <span className="text-soft">Try adjusting your search criteria.</span>{' '}
        <span className="text-faint">not your part of the ride</span>
      </p>
      <div className="flex flex-wrap items-center gap-6">
        <Logo name={PRODUCT_NAME} />
        <LogoMark />
      </div>
    </div>
  )
}
