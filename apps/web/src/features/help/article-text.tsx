import { Fragment } from 'react'
import { TextLink } from '#ui/link'
import { contact } from './articles.ts'
import { blocksOf, type ListKind } from './model.ts'

interface ArticleTextProps {
  text: string
  className?: string
}

/** Renders paragraphs and lists, with links to the contact form and address. */
export function ArticleText({ text, className = '' }: ArticleTextProps) {
  return (
    <div className={`flex flex-col gap-3 wrap-anywhere ${className}`}>
      {blocksOf(text).map((block, at) =>
        block.kind === 'text' ? (
          <p key={at}>
            <Linked text={block.text} />
          </p>
        ) : (
          <List key={at} kind={block.kind} items={block.items} />
        ),
      )}
    </div>
  )
}

const looks = { list: 'list-disc', steps: 'list-decimal' } satisfies Record<ListKind, string>

function List({ kind, items }: { kind: ListKind; items: readonly string[] }) {
  const Tag = kind === 'steps' ? 'ol' : 'ul'
  return (
    <Tag className={`flex flex-col gap-1 ps-5 marker:text-brand ${looks[kind]}`}>
      {items.map((item, index) => (
        <li key={index}>
          <Linked text={item} />
        </li>
      ))}
    </Tag>
  )
}

const leads = [
  { shown: contact.email, to: `mailto:${contact.email}` },
  { shown: contact.phone, to: `tel:${contact.phone.replaceAll(' ', '')}` },
].filter(({ shown }) => shown !== '')

function Linked({ text }: { text: string }) {
  const lead = leads.find(({ shown }) => text.includes(shown))
  if (!lead) return text
  const [before = '', ...after] = text.split(lead.shown)
  return (
    <Fragment>
      {before && <Linked text={before} />}
      <TextLink to={lead.to} dir="ltr">
        {lead.shown}
      </TextLink>
      <Linked text={after.join(lead.shown)} />
    </Fragment>
  )
}
