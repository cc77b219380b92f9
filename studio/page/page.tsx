import { SignIn } from '../ui/sign-in.tsx';
import { mode } from '../state/mode.ts';
import { served, servedProblem } from '../state/served.ts';
import { token } from '../state/session.ts';
import { address } from '../state/state.ts';
import type { Work } from '../state/work.ts';
import { OpenScreen, screensOf } from './screens.tsx';
import { Shell } from './shell.tsx';

interface PageProps {
  readonly work: Work;
  readonly onSave: () => void;
  /** @param id of a ruleset of the list */
  readonly onOpen: (id: string) => void;
}

/** The open screen, in what is around every screen. Without a token, the box for it. */
export function Page({ work, onSave, onOpen }: PageProps) {
  const screens = screensOf(mode.value);
  const screen = screens.find(({ name }) => name === address.value.screen) ?? screens[0];
  const isSignedOut = mode.value.kind === 'connected' && token.value === null;
  const isServed = screen.purpose !== undefined;
  return (
    <Shell screens={screens} open={screen} onSave={onSave} onOpen={onOpen} onStop={() => work.stop()}>
      {isSignedOut && <SignIn purpose={screen.purpose ?? 'open its rulesets here'} isWhole={isServed} />}
      {!isSignedOut && screen.name === 'rules' && <ServedNote />}
      {!(isSignedOut && isServed) && <OpenScreen screen={screen} work={work} />}
    </Shell>
  );
}

/** Why screen 1 shows no ruleset of the service. */
function ServedNote() {
  if (servedProblem.value !== null)
    return (
      <p role="alert" class="alert">
        {`The rulesets of the service cannot be opened. ${servedProblem.value}`}
      </p>
    );
  if (served.value?.length !== 0) return null;
  return (
    <p class="note">This token may see no ruleset of the service. Below is an example that you can edit.</p>
  );
}
