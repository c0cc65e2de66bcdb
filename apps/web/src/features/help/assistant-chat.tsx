import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { useNavigate } from 'react-router'
import { helpTopics, type HelpSlug } from '@samtur/contract/help'
import { helpArticlePath, paths } from '@samtur/contract/paths'
import { useAction } from '#lib/forms/action'
import { useIdempotencyKey } from '#lib/forms/idempotency-key'
import { T, useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { Alert } from '#ui/alert'
import { Button, IconButton } from '#ui/button'
import { Field } from '#ui/field'
import { TextLink } from '#ui/link'
import { TextInput } from '#ui/text-input'
import { prefillRequest } from '../support/request-form.ts'
import { useHandOver } from '../support/queries.ts'
import { ArticleText } from './article-text.tsx'
import { contact, useArticles } from './articles.ts'
import {
  ask,
  askTopic,
  closeAssistant,
  humanTookOver,
  isStuck,
  plainTranscript,
  transcriptOf,
  useAssistant,
  type Line,
} from './assistant.ts'
import { useHelpSearch } from './use-search.ts'

const longestQuestion = 500

/** Closes the assistant on a phone, where it covers the page that the followed link opens. */
function onLeave() {
  if (globalThis.matchMedia?.('(width < 37.5rem)').matches) closeAssistant()
}

/** Shows questions, answers from the articles, and the way to a human. */
export function AssistantChat() {
  const t = useT()
  const { lines } = useAssistant()
  const { goToHuman, busy } = useHuman()
  return (
    <>
      <Log lines={lines}>
        {isStuck(lines) && (
          <Alert
            tone="info"
            icon="people"
            action={
              <Button size="sm" busy={busy} onClick={goToHuman}>
                {t('helpdesk.human')}
              </Button>
            }
          >
            {t('helpdesk.escalate')}
          </Alert>
        )}
      </Log>
      <div className="border-t border-line px-4 pt-3 pb-[calc(0.5rem+env(safe-area-inset-bottom))]">
        <AskForm />
        <Button variant="ghost" size="sm" icon="people" busy={busy} className="mt-1 -ms-2" onClick={goToHuman}>
          {t('helpdesk.human')}
        </Button>
      </div>
    </>
  )
}

function AskForm() {
  const t = useT()
  const search = useHelpSearch()
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    ask(text, search)
    setText('')
    field.current?.focus()
  }
  return (
    <form noValidate onSubmit={send}>
      <Field label={t('helpdesk.question')}>
        <div className="flex gap-2">
          <TextInput
            ref={field}
            value={text}
            maxLength={longestQuestion}
            autoComplete="off"
            enterKeyHint="send"
            dir="auto"
            onChange={(event) => setText(event.target.value)}
          />
          <IconButton type="submit" variant="primary" icon="send" label={t('helpdesk.ask')} className="shrink-0" />
        </div>
      </Field>
    </form>
  )
}

interface LogProps {
  lines: readonly Line[]
  children: ReactNode
}

function Log({ lines, children }: LogProps) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Scrolls to the question, because a long answer is read from there.
    const question = [...(box.current?.querySelectorAll<HTMLElement>('[data-own]') ?? [])].at(-1)
    if (box.current) box.current.scrollTop = question ? question.offsetTop - 12 : 0
  }, [lines])
  return (
    <div
      ref={box}
      role="log"
      aria-label={t('helpdesk.log')}
      tabIndex={0}
      className="relative flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto overscroll-contain p-4 focus-visible:-outline-offset-2"
    >
      <AssistantLine>
        <p>{t('helpdesk.welcome')}</p>
      </AssistantLine>
      {lines.length === 0 && <QuickQuestions />}
      {lines.map((line, at) => (
        <LineOf key={at} line={line} />
      ))}
      {children}
    </div>
  )
}

function QuickQuestions() {
  const t = useT()
  const search = useHelpSearch()
  return (
    <div role="group" aria-label={t('helpdesk.quick')} className="flex flex-wrap gap-2">
      {search.articles
        .filter(({ slug }) => helpTopics.some((topic) => topic === slug))
        .map(({ slug, title }) => (
          <button
            key={slug}
            type="button"
            onClick={() => askTopic(slug, title, search)}
            className="min-h-11 rounded-card border border-edge bg-surface px-3.5 py-1.5 text-start text-sm font-medium hover:bg-sunk"
          >
            {title}
          </button>
        ))}
    </div>
  )
}

/** A bubble of the assistant. */
function AssistantLine({ children }: { children: ReactNode }) {
  const t = useT()
  return (
    <div className="max-w-[92%] self-start rounded-card rounded-es-sm border border-transparent bg-sunk px-3.5 py-2.5">
      <span className="sr-only">{t('helpdesk.assistant_says')} </span>
      {children}
    </div>
  )
}

function LineOf({ line }: { line: Line }) {
  const t = useT()
  if (line.author === 'person') {
    return (
      <div
        data-own
        className="max-w-[85%] self-end rounded-card rounded-ee-sm border border-transparent bg-brand px-3.5 py-2 text-on-brand"
      >
        <span className="sr-only">{t('helpdesk.you')} </span>
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {line.text}
        </p>
      </div>
    )
  }
  if (line.answer === null) return <Fallback />
  return <Answer slug={line.answer} related={line.related} />
}

function Fallback() {
  const { email } = contact
  const links = [
    <TextLink key="laws" to={paths.lawsRules} onClick={onLeave} />,
    <TextLink key="mail" to={`mailto:${email}`} dir="ltr" />,
  ]
  return (
    <AssistantLine>
      <p>
        <T id="helpdesk.fallback" values={{ email }} components={links} />
      </p>
    </AssistantLine>
  )
}

interface AnswerProps {
  slug: HelpSlug
  related: readonly HelpSlug[]
}

function Answer({ slug, related }: AnswerProps) {
  const t = useT()
  const articles = useArticles()
  const article = articles.find((each) => each.slug === slug)
  const others = articles.filter((each) => related.includes(each.slug))
  if (!article) return null
  return (
    <AssistantLine>
      <p className="mb-1.5 font-semibold">{article.title}</p>
      <ArticleText text={article.text} className="gap-2!" />
      <p className="mt-2.5">
        <TextLink to={helpArticlePath(slug)} onClick={onLeave}>
          {t('helpdesk.open_article')}
          <span className="sr-only"> {article.title}</span>
        </TextLink>
      </p>
      {others.length > 0 && (
        <>
          <p className="mt-2.5 text-sm text-soft">{t('helpdesk.see_also')}</p>
          <ul className="flex flex-col gap-1">
            {others.map((each) => (
              <li key={each.slug}>
                <TextLink to={helpArticlePath(each.slug)} onClick={onLeave}>
                  {each.title}
                </TextLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </AssistantLine>
  )
}

/** Hands a member's conversation over to a human; leads everybody else, and a member who has not written yet, to the form. */
function useHuman() {
  const t = useT()
  const { me } = useSession()
  const { lines } = useAssistant()
  const search = useHelpSearch()
  const navigate = useNavigate()
  const { mutateAsync } = useHandOver()
  const { keyOf } = useIdempotencyKey()
  const nothing = t('helpdesk.fallback_plain')
  const write = () => {
    const first = lines.find((line) => line.author === 'person')
    const talk = plainTranscript(lines, search, nothing)
    if (first) prefillRequest(me, { subject: first.text, description: `${t('helpdesk.transcript')}\n${talk}` })
    onLeave()
    void navigate(`${paths.helpSupport}?tab=contact`)
  }
  const { start, busy } = useAction({
    toastKey: 'handover',
    run: () => {
      const body = { transcript: transcriptOf(lines, search, nothing) }
      return mutateAsync({ body, idempotencyKey: keyOf(body) })
    },
    onDone: ({ id }) => humanTookOver(id),
    failure: () => ({ title: t('helpdesk.handover_failed') }),
  })
  return { busy, goToHuman: () => (me?.email_verified && lines.length > 0 ? void start(undefined) : write()) }
}
