/* i18n-exempt: design gallery */
import { Button, ButtonLink, IconButton } from './button.tsx'
import { Icon, iconNames } from './icon.tsx'
import { OutsideLink, TextLink } from './link.tsx'
import { Logo, LogoMark } from './logo.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

const swatches = [
  'bg-ground text-text',
  'bg-surface text-text',
  'bg-sunk text-soft',
  'bg-brand text-on-brand',
  'bg-brand-tint text-on-tint',
  'bg-sun text-on-sun',
  'bg-link-tint text-link',
  'bg-danger-tint text-danger',
  'bg-danger text-on-danger',
  'bg-warning-tint text-warning',
]
const sizes = ['text-5xl', 'text-4xl', 'text-3xl', 'text-2xl', 'text-xl', 'text-lg']
const variants = ['primary', 'sun', 'quiet', 'ghost', 'danger'] as const

export function GalleryTokens() {
  return (
    <div className="flex flex-col gap-8">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        {swatches.map((swatch) => (
          <p key={swatch} className={`rounded-field border border-line p-3 text-sm ${swatch}`}>
            {swatch}
          </p>
        ))}
      </div>
      <div>
        {sizes.map((size) => (
          <p key={size} className={`font-heading ${size}`}>
            Fjorder, fjell og 1 234 kr
          </p>
        ))}
        <p className="mt-3 max-w-text">
          Running text is in the device’s own font, at most seventy characters a line.{' '}
          <TextLink to="#link">A link</TextLink>,{' '}
          <OutsideLink href="https://www.vegvesen.no">one leading out</OutsideLink>
          <VisuallyHidden>, read out only</VisuallyHidden>. <span className="text-soft">Soft text.</span>{' '}
          <span className="text-faint">Faint text.</span>
        </p>
      </div>
      <div className="flex flex-col gap-3">
        {(['sm', 'md', 'lg'] as const).map((size) => (
          <div key={size} className="flex flex-wrap gap-2.5">
            {variants.map((variant) => (
              <Button key={variant} variant={variant} size={size}>
                {variant}
              </Button>
            ))}
          </div>
        ))}
        <div className="flex flex-wrap gap-2.5">
          <Button busy>Publiserer …</Button>
          <Button variant="quiet" busy>
            Lagrer …
          </Button>
          <Button disabled>Av</Button>
          <ButtonLink to="#link" iconEnd="arrow-end">
            Videre
          </ButtonLink>
          <IconButton icon="more" label="Mer" />
          <IconButton icon="chat" label="Kontakt" variant="quiet" />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-6">
        <Logo name="Samtur" />
        <LogoMark size={64} />
        <LogoMark size={16} />
      </div>
      <ul className="grid grid-cols-3 gap-2 sm:grid-cols-6 md:grid-cols-8">
        {iconNames.map((name) => (
          <li key={name} className="flex flex-col items-center gap-1.5 py-2 text-center text-sm text-soft">
            <Icon name={name} size={24} className="text-text" />
            {name}
          </li>
        ))}
      </ul>
    </div>
  )
}
