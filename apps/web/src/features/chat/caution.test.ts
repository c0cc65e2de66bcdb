import { describe, expect, test } from 'vitest'
import type { Message } from '@samtur/contract/chat'
import { cautionAbout, lastCautions } from './caution.ts'

describe('a word of care', () => {
  test.each([
    'Ring 912 34 567',
    '+47 91234567',
    '0045 12 34 56 78',
    '070-123 45 67',
    'Tlf.: 12 34 56 78 (kveld)',
    '９１２３４５６７',
    'Min\u200b nummer er 912\u200b34\u200b567',
    'NO93 8601 1117 947',
    'DK5000400440116243',
    'Konto 1234.56.78903',
    'Vipps til 91234567.',
  ])('for a number: %s', (text) => expect(cautionAbout(text)).toBe('number'))

  test.each([
    // no
    'Kan du vippse meg 200 kr?',
    'Vipps går fint',
    'Du må betale halvparten på forhånd.',
    'Send pengene til meg først',
    'Jeg tar et depositum på 100 kr',
    'Overfør beløpet til meg i dag',
    'Her er betalingslenken',
    'Hva er kontonummeret ditt?',
    'Forhåndsbetaling er nødvendig',
    'Vil du betale med en gang?',
    // da
    'Kan du betale forud?',
    'Send penge via MobilePay',
    'Mobile Pay er fint',
    'Du skal overføre 150 kr til mig',
    'Betalingen skal ske på forhånd',
    // sv
    'Swisha mig 300 kr',
    'Du behöver betala i förskott',
    'Jag vill ha en handpenning',
    'Skicka pengarna ikväll så är platsen din',
    'Mitt bankgiro kommer här',
    // en
    'Please pay me in advance',
    'I need a deposit to hold the seat',
    'Send me the money and the seat is yours',
    'You can transfer 200 NOK today',
    'What is your bank account number?',
    'Only PayPal',
  ])('for a request to pay: %s', (text) => expect.soft(cautionAbout(text)).toBe('payment'))

  test.each([
    'Kl. 08:25',
    '27.11.2026',
    '27-11-2026',
    '2026-11-27',
    '27.11.2026 08:25',
    '0730-0815',
    '300 kr',
    'E6 og 2 kofferter',
    '08.25-09.10',
    'Vi betaler bompengene sammen',
    'Hva koster det? 150 kr per person, betales i bilen.',
    'Du kan betale når vi er fremme',
    'Takk på forhånd!',
    'Takk på forhånd. Vi betaler bompengene sammen.',
    'Send meg en melding når du er der',
    'Kan du sende meg adressen?',
    'Jeg overfører hunden til bagasjerommet',
    'Har du kontantar eller kort?',
    'Prisen er 200 kr, går det greit?',
    'Vips, så var vi der',
    'Tak på forhånd, vi ses',
    'Jag betalar bensinen',
    'Vi delar på kostnaden, 100 kr var',
    'Kan jag lämna väskan i förväg?',
    'Can I deposit my bag in the boot?',
    'We pay half each for the ferry',
    'Thanks in advance',
    'Let me know upfront if you bring skis',
    'Skal jeg hente dig med det samme?',
    'Send gjerne beskjed om du blir sen, 10 min er ok',
    'Send melding hvis 200 kr er greit',
    'Skicka ett meddelande om 200 kr är okej',
    'Jeg kjører Bergen-Oslo og tar med 3',
  ])('not for plain talk about a trip: %s', (text) => expect.soft(cautionAbout(text)).toBeUndefined())

  test('a link comes before a number', () => {
    expect(cautionAbout('Se https://evil.example/')).toBe('link')
    expect(cautionAbout('Vipps 91234567 eller https://evil.example/')).toBe('link')
  })

  test('a hostile text takes no time', () => {
    const texts = [
      `https://a${')'.repeat(2000)}`,
      `https://a${'.,'.repeat(990)}x`,
      '1 '.repeat(1000),
      'A1'.repeat(1000),
      'betal '.repeat(333),
      'send send send '.repeat(133),
      'på forhånd '.repeat(180),
    ]
    for (const text of texts) {
      const start = performance.now()
      cautionAbout(text)
      // Linear work takes a few milliseconds; repeated matching would take minutes.
      expect(performance.now() - start).toBeLessThan(1_000)
    }
  })
})

describe('where it stands', () => {
  const [me, other] = ['me', 'other']
  const said = (texts: string[], sender_id = other) =>
    texts.map((content, index): Pick<Message, 'sender_id' | 'content' | 'seq'> => ({
      sender_id,
      content,
      seq: index + 1,
    }))
  const texts = ['https://a.no', 'ok', 'https://b.no', '91234567', 'Kan du vippse?', '91234568']

  test('below the other person’s latest of a kind', () => {
    const expected = [
      [3, 'link'],
      [6, 'number'],
      [5, 'payment'],
    ]
    expect([...lastCautions(said(texts), me, false)]).toEqual(expected)
    expect(lastCautions(said(texts, me), me, false).size).toBe(0)
  })

  test('a passenger is cautioned about another price than the trip’s, also when a trip is agreed', () => {
    const said = (content: string, sender_id = 'other') => [{ sender_id, content, seq: 1 }]
    expect([...lastCautions(said('Det blir 400 kr'), 'me', true, [300, 120])]).toEqual([[1, 'price']])
    expect([...lastCautions(said('120 kr fra Hamar'), 'me', true, [300, 120])]).toEqual([])
    expect([...lastCautions(said('400 kr'), 'me', true)]).toEqual([])
    expect([...lastCautions(said('400 kr', 'me'), 'me', true, [300])]).toEqual([])
  })

  test('only links once the two have agreed on a trip', () => {
    expect([...lastCautions(said(texts), me, true)]).toEqual([[3, 'link']])
  })
})
