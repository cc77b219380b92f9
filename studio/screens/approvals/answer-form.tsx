import { useState } from 'preact/hooks';
import type { ApprovalAnswer, ListedApproval } from '../../protocol/service.ts';
import { api } from '../../state/connection.ts';
import { answer, selected } from './book.ts';
import { intended } from './keys.ts';

/** Characters of a reason. */
const LONGEST_REASON = 500;

interface AnswerFormProps {
  readonly listed: ListedApproval;
  /** True once the whole call is shown: nobody approves what they have not seen. */
  readonly isReady: boolean;
}

/** Approve or reject, with a reason. */
export function AnswerForm({ listed, isReady }: AnswerFormProps) {
  const [reason, setReason] = useState('');
  const [isSending, setSending] = useState(false);
  const { value: enters } = intended;
  const send = async (decision: ApprovalAnswer): Promise<void> => {
    const { value: client } = api;
    if (client === null || !isReady || isSending) return;
    setSending(true);
    const isDone = await answer(client, listed, decision, reason.trim());
    setSending(false);
    intended.value = null;
    if (isDone) document.getElementById(`waiting-${selected.value}`)?.focus();
  };
  const isOff = !isReady || isSending;
  return (
    <form
      class="answer"
      onSubmit={(event) => {
        event.preventDefault();
        if (enters !== null) void send(enters);
      }}
    >
      <label class="field">
        <span>
          {enters === null
            ? 'Reason, kept in the decision log'
            : `Reason. Enter ${enters === 'approved' ? 'approves' : 'rejects'}, Escape goes back`}
        </span>
        <input
          id="approval-reason"
          aria-label="Reason"
          type="text"
          maxLength={LONGEST_REASON}
          autocomplete="off"
          value={reason}
          onInput={(event) => setReason(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            intended.value = null;
            document.getElementById(`waiting-${listed.id}`)?.focus();
          }}
        />
      </label>
      <div class="actions">
        <button
          type="button"
          class={enters === 'rejected' ? '' : 'primary'}
          disabled={isOff}
          onClick={() => void send('approved')}
        >
          Approve
        </button>
        <button
          type="button"
          class={enters === 'rejected' ? 'danger' : ''}
          disabled={isOff}
          onClick={() => void send('rejected')}
        >
          Reject
        </button>
      </div>
    </form>
  );
}
