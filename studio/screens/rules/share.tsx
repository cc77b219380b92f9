import { signal } from '@preact/signals';
import { writeAddress } from '../../state/address.ts';
import { writeShare } from '../../state/share.ts';
import { alertText, files, openPath, request } from '../../state/state.ts';

const link = signal<string | null>(null);

async function share(): Promise<void> {
  const value = await writeShare({
    files: files.value.map(({ path, text }) => ({ path, text })),
    request: request.value,
    open: openPath.value,
  });
  const { origin, pathname } = location;
  link.value = origin + pathname + writeAddress('rules', { share: value });
  await navigator.clipboard.writeText(link.value).catch(() => {
    alertText.value = 'The browser did not allow copying. Copy the link from the box.';
  });
}

/** A link that holds the rules and the request. */
export function Share() {
  return (
    <div class="share">
      <button type="button" onClick={() => void share()}>
        Share
      </button>
      {link.value !== null && (
        <input
          aria-label="Link"
          type="text"
          readOnly
          value={link.value}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </div>
  );
}
