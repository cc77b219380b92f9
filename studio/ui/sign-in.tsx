import { useState } from 'preact/hooks';
import { signIn } from '../state/connection.ts';
import { signInProblem } from '../state/session.ts';

interface SignInProps {
  /** What the user sees after signing in, as the end of a sentence. */
  readonly purpose: string;
  readonly isWhole: boolean;
}

/** The box for a token. The whole screen where nothing can be seen without one, otherwise a bar above it. */
export function SignIn({ purpose, isWhole }: SignInProps) {
  const [pasted, setPasted] = useState('');
  const [isKept, setKept] = useState(false);
  return (
    <form
      class={isWhole ? 'sign-in sign-in-whole' : 'sign-in'}
      aria-label="Sign in"
      onSubmit={(event) => {
        event.preventDefault();
        void signIn(pasted, isKept).then((isIn) => {
          if (isIn) document.getElementById('main')?.focus();
        });
      }}
    >
      {isWhole && <h2>Sign in to this service</h2>}
      <p>{`Paste a token of this service to ${purpose}.`}</p>
      <label class="field">
        <span>Token</span>
        {/* A text box that shows dots: password managers would keep a password. */}
        <input
          aria-label="Token"
          class="secret"
          type="text"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={pasted}
          aria-invalid={signInProblem.value !== null}
          onInput={(event) => setPasted(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary">
        Sign in
      </button>
      <label class="check">
        <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)} />
        Stay signed in when this tab is loaded again
      </label>
      {signInProblem.value !== null && (
        <p role="alert" class="error">
          {signInProblem.value}
        </p>
      )}
    </form>
  );
}
