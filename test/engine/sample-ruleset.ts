import { ModuleAgenda } from '../../runtime/agenda.ts';
import { ABI_VERSION, type CompiledRuleset, type RuleRecord, type TemplateOperations } from '../../runtime/contract.ts';
import { FactMemory } from '../../runtime/fact-memory.ts';
import { Matcher } from '../../runtime/matcher.ts';
import { Fact, type Integer } from '../../runtime/values.ts';
import { missingSlots, notAllowed, readInteger, readString, readSymbol, unknownSlots } from '../../runtime/validation.ts';

class Person extends Fact {
  readonly template = 'person';
  readonly name: string; readonly age: Integer; readonly role: string;
  constructor(name: string, age: Integer, role: string) { super(); this.name = name; this.age = age; this.role = role; }
}
class Badge extends Fact {
  readonly template = 'badge';
  readonly holder: string;
  constructor(holder: string) { super(); this.holder = holder; }
}
const base = { module: 'main', position: 'x:1:1', reason: null, reasonOf: null, fire: null, metadata: {}, log: 'summary', notify: [], attestation: false, scope: null, removable: false, rank: 99, action: null } as const;
const ADMIN: RuleRecord = { ...base, name: 'main::admin', action: 'allow', rank: 4, reasonOf: ((p: Person) => `admin ${p.name}`) as never, metadata: { k: 'v' }, attestation: true };
const MINOR: RuleRecord = { ...base, name: 'late::minor', module: 'late', action: 'deny', rank: 0, reason: 'too young' };
const BADGE: RuleRecord = { ...base, name: 'main::badge', fire: ((m: Sample, p: Person) => { m.badge(new Badge(p.name)); }) as never };

class Sample extends Matcher {
  people = new FactMemory<Person>((a, b) => a.name === b.name && a.age === b.age && a.role === b.role, (p) => `${p.name}|${p.age}|${p.role}`);
  badges = new FactMemory<Badge>((a, b) => a.holder === b.holder, (p) => p.holder);
  main = new ModuleAgenda(1);
  late = new ModuleAgenda(1);
  focus = [this.main, this.late];
  agendas = this.focus;
  facts = new Map<string, FactMemory<never>>([['person', this.people as never], ['badge', this.badges as never]]) as never;
  removable = false;
  sweep(): void {}
  person(p: Person): boolean {
    if (this.people.equal(p) !== null) return false;
    this.admit(p); this.people.add(p, this.log);
    if (p.role === 'admin') { this.main.activate(0, BADGE, p, this.log); this.main.activate(0, ADMIN, p, this.log); }
    if (p.age < 18) this.late.activate(0, MINOR, p, this.log);
    return true;
  }
  badge(b: Badge): boolean {
    if (this.badges.equal(b) !== null) return false;
    this.admit(b); this.badges.add(b, this.log);
    return true;
  }
}
const slot = { required: false, default: null, allowedValues: null };
const person: TemplateOperations<Sample, Person> = {
  info: { name: 'person', description: '', scope: 'session', slots: [{ ...slot, name: 'name', type: 'STRING', required: true }, { ...slot, name: 'age', type: 'INTEGER', default: 18 }, { ...slot, name: 'role', type: 'SYMBOL', default: 'guest', allowedValues: ['guest', 'admin'] }] },
  read(data) {
    let name: unknown, age: unknown, role: unknown;
    for (const key in data) switch (key) {
      case 'name': name = data['name']; break;
      case 'age': age = data['age']; break;
      case 'role': role = data['role']; break;
      default: throw unknownSlots('person', ['name', 'age', 'role'], data);
    }
    if (age === undefined) age = 18;
    if (role === undefined) role = 'guest';
    if (name === undefined) throw missingSlots('person', ['name']);
    const r = readSymbol('role', role);
    if (r !== 'guest' && r !== 'admin') throw notAllowed('role', r, ['guest', 'admin']);
    return new Person(readString('name', name), readInteger('age', age), r);
  },
  assert: (m, f) => m.person(f),
  copy: (f) => new Person(f.name, f.age, f.role),
  write: (f) => ({ name: f.name, age: f.age, role: f.role }),
};
const badge: TemplateOperations<Sample, Badge> = {
  info: { name: 'badge', description: '', scope: 'session', slots: [{ ...slot, name: 'holder', type: 'STRING' }] },
  read: (data) => new Badge(readString('holder', data['holder'])),
  assert: (m, f) => m.badge(f), copy: (f) => new Badge(f.holder), write: (f) => ({ holder: f.holder }),
};
const fleet = { ...badge, info: { ...badge.info, name: 'fleet', scope: 'fleet' } };

export const SAMPLE = {
  abi: ABI_VERSION, name: 'sample', version: null, decide: 'deny-overrides',
  templates: new Map([['person', person], ['badge', badge]]), rules: [], modules: [], focusOrder: [], removable: false,
  createMatcher: (host) => new Sample(host, false),
} as unknown as CompiledRuleset;
export const FLEET = { ...SAMPLE, templates: new Map([['person', fleet]]) } as unknown as CompiledRuleset;
