import { paths } from '@samtur/contract/paths'
import { Button, ButtonLink, IconButton } from '#ui/button'

const sizes = ['sm', 'md', 'lg'] as const

export function ButtonParts() {
  const variants = [
    ['primary', 'Reserve'],
    ['sun', 'Search'],
    ['quiet', 'Contact'],
    ['ghost', 'Cancel'],
    ['danger', 'Log out'],
  ] as const
  return (
    <div className="flex flex-col gap-3">
      {sizes.map((size) => (
        <div key={size} className="flex flex-wrap gap-2.5">
          {variants.map(([variant, label]) => (
            <Button key={variant} variant={variant} size={size}>
              {label}
            </Button>
          ))}
        </div>
      ))}
      <div className="flex flex-wrap gap-2.5">
        <Button busy>Save</Button>
        <Button variant="quiet" busy>
          Show more
        </Button>
        <Button disabled>Full</Button>
        <ButtonLink to={paths.publishRide} icon="plus">
          Publish a ride
        </ButtonLink>
        <ButtonLink to={paths.search} variant="quiet" iconEnd="arrow-end">
          All rides
        </ButtonLink>
        <IconButton icon="swap" label="Swap from and to" />
        <IconButton icon="chat" label="Contact" variant="quiet" />
      </div>
    </div>
  )
}
