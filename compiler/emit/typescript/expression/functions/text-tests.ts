import type { TextTest, TextTestName } from '../../../../language/functions/text-tests.ts';
import { INTEGER } from '../../../../language/static-type.ts';
import { literal, type Code } from '../../code/code.ts';
import type { EmitScope } from '../emit-scope.ts';
import type { TypedCode } from '../typed-code.ts';
import { argumentAt, asInteger, asLexeme, asMultifield } from './arguments.ts';
import { call, type RuntimeName } from '../runtime-names.ts';

/** The runtime's test, and the function that normalizes a text for it; null for lists. */
interface TextTestCode {
  readonly prepare: RuntimeName | null;
  readonly test: RuntimeName;
}

const CODE: Readonly<Record<TextTestName, TextTestCode>> = {
  'service-equals-ignore-case?': { prepare: 'foldCase', test: 'equalsFolded' },
  'service-in-ignore-case?': { prepare: null, test: 'isInIgnoringCase' },
  'service-in-cidr?': { prepare: 'readNetwork', test: 'isInNetwork' },
  'service-in-some-cidr?': { prepare: null, test: 'isInSomeNetwork' },
  'service-glob?': { prepare: 'readGlob', test: 'globMatches' },
  'service-path-within?': { prepare: 'resolvePath', test: 'isPathWithin' },
  'service-host-within?': { prepare: 'readDomain', test: 'isHostWithin' },
  'service-semver-satisfies?': { prepare: 'readVersionRange', test: 'versionSatisfies' },
  'service-path-readable?': { prepare: 'resolvePath', test: 'isPathReadable' },
  'service-host-readable?': { prepare: 'readDomain', test: 'isHostReadable' },
  'service-ip-readable?': { prepare: 'readNetwork', test: 'isAddressReadable' },
  'service-ip-readable-by-each?': { prepare: null, test: 'isReadableBySome' },
  'service-semver-readable?': { prepare: 'readVersionRange', test: 'isVersionReadable' },
  'service-time-of-day-between?': { prepare: 'readDayRange', test: 'isInDayRange' },
  'service-weekday-in?': { prepare: 'readWeekdays', test: 'isOnWeekday' },
};

/** The wanted value: if the ruleset writes it, it is prepared once, as a constant of the module. */
function asked(arg: TypedCode, { prepare }: TextTestCode, name: string, scope: EmitScope): Code {
  if (prepare === null) return asMultifield(arg, name, 1, scope);
  if (arg.literal === undefined || arg.literal === null)
    return call(scope, prepare, asLexeme(arg, name, 1, scope));
  return scope.constant('asked', call(scope, prepare, literal(String(arg.literal.value))));
}

/** A call of a test of a text. */
export function emitTextTest(
  { name, accepts }: TextTest<TextTestName>,
  args: readonly TypedCode[],
  scope: EmitScope,
): Code {
  const row = CODE[name];
  const form = accepts[1] === INTEGER ? asInteger : asLexeme;
  const subject = form(argumentAt(args, 1), name, 2, scope);
  return call(scope, row.test, asked(argumentAt(args, 0), row, name, scope), subject);
}
