import { describe, expect, test } from 'vitest'
import { cutAtWord, descriptionOf, type Line, mailboxOf, moveRefusal, newLines, subjectOf } from './rules.ts'

test.each([
  ['pending', 'pending', 'wrong_state'],
  ['pending', 'in_progress', undefined],
  ['pending', 'resolved', undefined],
  ['in_progress', 'pending', 'wrong_state'],
  ['in_progress', 'in_progress', 'wrong_state'],
  ['in_progress', 'resolved', undefined],
  ['resolved', 'pending', 'request_closed'],
  ['resolved', 'in_progress', 'request_closed'],
  ['resolved', 'resolved', 'request_closed'],
] as const)('a request goes from %s to %s: %s', (from, to, expected) => {
  expect(moveRefusal(from, to)).toBe(expected)
})

const said = (content: string): Line => ({ author: 'person', content })
const answered = (content: string): Line => ({ author: 'assistant', content })

describe('a talk', () => {
  test('has the person’s first message as its subject, and all of the person’s messages as its description', () => {
    const lines = [answered('Hei!'), said('Hei\n der'), answered('Ja?'), said('Hjelp')]
    expect([subjectOf(lines), descriptionOf(lines)]).toEqual(['Hei der', 'Hei\n der\nHjelp'])
  })

  test('without a message of the person has no subject', () => {
    expect([subjectOf([answered('Hei!')]), subjectOf([said('  Hei ')])]).toEqual(['', 'Hei'])
  })

  test.each<[string, string[], string[], string[]]>([
    ['nothing is there', [], ['a', 'b'], ['a', 'b']],
    ['the same again', ['a', 'b'], ['a', 'b'], []],
    ['more of it', ['a', 'b'], ['a', 'b', 'c'], ['c']],
    ['more, of which the beginning has been left out', ['a', 'b', 'c'], ['b', 'c', 'd'], ['d']],
    ['more, after something was said beside it', ['a', 'b', 'x'], ['a', 'b', 'c'], ['c']],
    ['another talk', ['a', 'b'], ['c', 'a'], ['c', 'a']],
    ['the same word twice', ['a', 'a', 'b'], ['a', 'b', 'a'], ['a']],
  ])('when %s', (_, stored, talk, fresh) => {
    expect(newLines(stored.map(said), talk.map(said)).map(({ content }) => content)).toEqual(fresh)
  })

  test('a line of another author is another line', () => {
    expect(newLines([said('a')], [answered('a')])).toEqual([answered('a')])
  })
})

test.each([
  ['kort', 10, 'kort'],
  ['akkurat ti', 10, 'akkurat ti'],
  ['en to tre fire', 10, 'en to tre…'],
  ['en to tre fire', 9, 'en to…'],
  ['en to  tre', 9, 'en to…'],
  ['æøåæøåæøåæøå', 5, 'æøåæ…'],
  ['🦊🦊🦊🦊', 3, '🦊🦊…'],
])('%s in %i characters is %s', (text, max, cut) => {
  expect(cutAtWord(text, max)).toBe(cut)
  expect(Array.from(cut).length).toBeLessThanOrEqual(max)
})

test.each([
  ['ola@example.no', 'ola@example.no'],
  ['Ola+tur+2@Example.no', 'ola@example.no'],
  ['a@b@example.no', 'a@b@example.no'],
  ['Ola.Nord.Mann+tur@GoogleMail.com', 'olanordmann@gmail.com'],
  ['ola.nordmann@gmail.com', 'olanordmann@gmail.com'],
  ['ola.nordmann@notgmail.com', 'ola.nordmann@notgmail.com'],
  ['ola.nordmann@gmail.com.example', 'ola.nordmann@gmail.com.example'],
])('%s is the mailbox of %s', (address, mailbox) => expect(mailboxOf(address)).toBe(mailbox))
