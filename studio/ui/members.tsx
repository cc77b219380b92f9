import { Fragment } from 'preact';
import { Shown } from './shown.tsx';

interface MembersProps {
  /** A row without a value is left out. */
  readonly rows: readonly (readonly [name: string, value: string | null | undefined])[];
}

/** Names with their values. */
export function Members({ rows }: MembersProps) {
  return (
    <dl class="members">
      {rows.map(([name, value]) =>
        value === null || value === undefined ? null : (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>
              <Shown text={value} />
            </dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}
