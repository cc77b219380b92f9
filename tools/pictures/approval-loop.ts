import { arrow, box, label, type Picture } from './shapes.ts';

/** The loop of an agent with an approval. */
export const approvalLoop: Picture = {
  width: 780,
  height: 290,
  title:
    'An agent proposes a call. The gate asks the rules. An allowed call is made, a denied one is not. An escalated call waits for a person, and is then decided again.',
  shapes: [
    box('box', [10, 90, 170, 90], 'agent', ['proposes a tool call']),
    box('rule', [260, 90, 190, 90], 'gate', ['evaluates the rules', 'on this one call']),
    box('out', [560, 20, 200, 70], 'allow', ['the tool runs']),
    box('deny', [560, 105, 200, 70], 'deny', ['the agent gets the reason']),
    box('wait', [560, 190, 200, 80], 'escalate', ['waits for a person', 'at most 15 minutes']),
    arrow('M180 135H256'),
    arrow('M450 120C500 120 500 55 556 55'),
    arrow('M450 135H556'),
    arrow('M450 150C500 150 500 230 556 230'),
    arrow('M556 250C400 280 350 250 350 184'),
    label('approved: decided again, with the approval', [240, 284]),
    label('The approval holds for this call and its arguments only.', [10, 230]),
  ],
};
