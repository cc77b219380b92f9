// Formats figures.

export function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

export function percentile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

/** `most`: what was promised; null: nothing. */
export function ratio(value, of, most) {
  const told = `${value.toFixed(2)} times that ${of}`;
  return most === null ? told : `${told}; at most ${most}: ${value <= most ? 'met' : 'missed'}`;
}

export function bound(value, most, unit) {
  return `at most ${most.toLocaleString('en')} ${unit}: ${value < most ? 'met' : 'missed'}`;
}

export function microseconds(value) {
  return value >= 1000 ? `${(value / 1000).toFixed(2)} ms` : `${value.toFixed(1)} µs`;
}
