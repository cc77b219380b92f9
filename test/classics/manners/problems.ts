import type { FactInput } from '../../../runtime/facts/read-facts.ts';
import { ofTemplate } from '../of-template.ts';

/** What is wrong with the seating; nothing when every guest sits between guests of the other sex with a hobby in common. */
export function mannersProblems(given: readonly FactInput[], left: readonly FactInput[]): readonly string[] {
  const guests = ofTemplate(given, 'guest');
  const names = new Set(guests.map(({ name }) => name));
  const sexes = new Map(guests.map(({ name, sex }) => [name, sex]));
  const hobbiesOf = (guest: unknown) => guests.filter(({ name }) => name === guest).map(({ hobby }) => hobby);
  const seats = ofTemplate(left, 'placed').sort((a, b) => Number(a['seat']) - Number(b['seat']));
  const problems: string[] = [];
  if (seats.some(({ seat }, i) => seat !== i + 1)) problems.push('the seats are not numbered one by one');
  if (seats.length !== names.size) problems.push(`${seats.length} of ${names.size} guests sit`);
  if (new Set(seats.map(({ guest }) => guest)).size !== seats.length) problems.push('a guest sits twice');
  for (const [i, { guest }] of seats.slice(1).entries()) {
    const before = seats[i]?.['guest'];
    const hobbies = hobbiesOf(guest);
    if (sexes.get(before) === sexes.get(guest)) problems.push(`seats ${i + 1} and ${i + 2} are of one sex`);
    if (!hobbiesOf(before).some((hobby) => hobbies.includes(hobby)))
      problems.push(`seats ${i + 1} and ${i + 2} share no hobby`);
  }
  return problems;
}
