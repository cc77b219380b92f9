// Checks what clients were told against the order of the decision log.

/**
 * `lines`: of the logs of all servers. `told`: responses. Returns how many uses were over the limit, how many requests were refused
 * although they fitted, and how much else does not agree.
 */
export function checkLog(lines, told, windowMs) {
  const bySequence = new Map();
  for (const line of lines) {
    if (!line.includes('"record_sequence"')) continue;
    const record = JSON.parse(line);
    bySequence.set(record.record_sequence, record);
  }
  const records = [...bySequence.values()].sort((a, b) => a.record_sequence - b.record_sequence);
  const found = { logged: records.length, over: 0, refused_although_it_fits: 0, other: 0, examples: [] };
  const note = (kind, example) => {
    found[kind]++;
    found.examples.push({ kind, ...example });
  };
  const keys = new Map();
  const byDecision = new Map();
  for (const record of records) {
    const { decision_id, counted_at: time } = record;
    if (byDecision.has(decision_id)) note('other', { problem: 'counted twice', record });
    byDecision.set(decision_id, record);
    const [sum] = record.budgets;
    const [amount, used, limit] = [sum.requested, sum.used, sum.limit].map(Number);
    const uses = keys.get(sum.key.centre) ?? { all: [], first: 0, total: 0 };
    keys.set(sum.key.centre, uses);
    for (; uses.first < uses.all.length && uses.all[uses.first].time <= time - windowMs; uses.first++)
      uses.total -= uses.all[uses.first].amount;
    if (uses.total !== used) note('other', { problem: 'used', total: uses.total, record });
    if (uses.total + amount > limit) note('over', { total: uses.total, record });
    if ((uses.all.at(-1)?.time ?? 0) > time) note('other', { problem: 'time goes back', record });
    uses.all.push({ time, amount });
    uses.total += amount;
  }
  for (const each of told) {
    if (each.counted) {
      if (!byDecision.has(each.id)) note('other', { problem: 'not in the log', each });
      continue;
    }
    const { used, reserved, requested, limit, window_start: start } = each.sum;
    const time = Date.parse(start) + windowMs;
    const uses = keys.get(each.centre)?.all ?? [];
    const sumOf = (last) => sumBetween(uses, time - windowMs, last);
    // Uses of the same millisecond came before or after.
    const [least, most] = [sumOf(time - 1), sumOf(time)];
    if (used < least || used > most) note('other', { problem: 'refused on other sums', least, most, each });
    if (used + reserved + requested <= limit || most + requested <= limit)
      note('refused_although_it_fits', { least, most, each });
  }
  return found;
}

/** Amounts of the times after `from`, up to `to`. Uses are in the order of their times. */
function sumBetween(uses, from, to) {
  let sum = 0;
  for (let i = firstAfter(uses, from); i < uses.length && uses[i].time <= to; i++) sum += uses[i].amount;
  return sum;
}

function firstAfter(uses, time) {
  let [low, high] = [0, uses.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (uses[middle].time <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
