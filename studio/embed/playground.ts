/**
 * `<ferrule-playground>`: an example of the documentation that can be edited and run where it is. It shows its content, the
 * example as text, with a button; the studio is loaded when the button is pressed.
 *
 * Attributes: `ruleset` (YAML), `request` (JSON as `ferrule evaluate` takes it), `studio` (address of the studio's folder).
 */
import { writeShare } from '../state/share.ts';

const FILE = 'rules.yaml';

class Playground extends HTMLElement {
  connectedCallback(): void {
    if (this.querySelector(':scope > button') !== null) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Edit and run';
    button.addEventListener('click', () => void this.open());
    this.append(button);
  }

  async open(): Promise<void> {
    const link = await writeShare({
      files: [{ path: FILE, text: this.getAttribute('ruleset') ?? '' }],
      request: this.getAttribute('request') ?? '{"input": {}}',
      open: FILE,
    });
    const theme = document.documentElement.classList.contains('dark') ? 'dark' : 'light';
    const page = `${this.getAttribute('studio') ?? ''}index.html#/rules?share=${link}`;
    const frame = document.createElement('iframe');
    frame.title = 'Playground';
    frame.src = `${page}&theme=${theme}`;
    const whole = document.createElement('a');
    whole.href = page;
    whole.target = '_blank';
    whole.textContent = 'Open in the studio';
    this.replaceChildren(frame, whole);
    frame.focus();
  }
}

customElements.define('ferrule-playground', Playground);
