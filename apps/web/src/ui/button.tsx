import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Icon, type IconName } from './icon.tsx'
import { Spinner } from './spinner.tsx'

/** `sun` is for the one search button of a page; `quiet` has a border, `ghost` has none. */
export type ButtonVariant = 'primary' | 'sun' | 'quiet' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

interface Look {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Before the text. */
  icon?: IconName
  /** After the text. */
  iconEnd?: IconName
  /** Fills the row. */
  wide?: boolean
  className?: string
}

// The transparent border becomes visible where the system forces its own colours.
const base =
  'relative inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-field border text-center font-semibold ' +
  'leading-tight no-underline select-none transition-colors max-[20rem]:wrap-anywhere print:hidden'

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-brand text-on-brand hover:bg-brand-strong',
  sun: 'border-transparent bg-sun text-on-sun hover:bg-sun-strong',
  quiet: 'border-edge bg-surface text-text hover:bg-sunk',
  ghost: 'border-transparent bg-transparent text-text hover:bg-sunk',
  danger: 'border-transparent bg-danger text-on-danger hover:bg-danger/90',
}
const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-10 px-3.5 py-1.5 text-sm pointer-coarse:min-h-11',
  md: 'min-h-11 px-4.5 py-2 text-base',
  lg: 'min-h-13 px-6 py-2.5 text-lg',
}
// While busy the text says so and has to stay readable.
const off = 'disabled:opacity-60 aria-disabled:not-aria-busy:opacity-60'

export function buttonClass({ variant = 'primary', size = 'md', wide, className = '' }: Look) {
  return `${base} ${variants[variant]} ${sizes[size]} ${off} ${wide ? 'w-full' : ''} ${className}`
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** An action is running: the button keeps focus and width, shows a spinner and ignores presses. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function Button({
  variant,
  size,
  icon,
  iconEnd,
  wide,
  busy,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  // Not `disabled`, which would move the focus out of the form.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) return event.preventDefault()
    onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      onClick={press}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      className={buttonClass({ variant, size, wide, className })}
    >
      {busy ? <Spinner size={18} /> : icon && <Icon name={icon} size={size === 'lg' ? 22 : 18} />}
      {children}
      {iconEnd && <Icon name={iconEnd} size={18} />}
    </button>
  )
}

export interface ButtonLinkProps extends LinkProps, Look {
  ref?: Ref<HTMLAnchorElement>
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, icon, iconEnd, wide, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, size, wide, className })}>
      {icon && <Icon name={icon} size={size === 'lg' ? 22 : 18} />}
      {children}
      {iconEnd && <Icon name={iconEnd} size={18} />}
    </Link>
  )
}

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  icon: IconName
  /** The button's name, because there is no visible text. */
  label: string
  variant?: ButtonVariant
  /** A small mark on top, such as an unread dot. Its words follow the label in the button's name. */
  mark?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

/** An icon button of 44 × 44 px. */
export function IconButton({ icon, label, variant = 'ghost', mark, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={mark ? undefined : label}
      className={`${base} ${variants[variant]} ${off} size-11 ${className}`}
    >
      <Icon name={icon} size={22} />
      {mark && <span className="sr-only">{label}</span>}
      {mark}
    </button>
  )
}
