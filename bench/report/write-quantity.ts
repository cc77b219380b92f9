/** Three significant digits with a unit that suits. */
export function writeTime(nanoseconds: number): string {
  if (nanoseconds < 1000) return `${digits(nanoseconds)} ns`;
  if (nanoseconds < 1e6) return `${digits(nanoseconds / 1000)} µs`;
  if (nanoseconds < 1e9) return `${digits(nanoseconds / 1e6)} ms`;
  return `${digits(nanoseconds / 1e9)} s`;
}

export function writeBytes(bytes: number): string {
  if (Math.abs(bytes) < 1000) return `${digits(bytes)} B`;
  if (Math.abs(bytes) < 1e6) return `${digits(bytes / 1000)} kB`;
  return `${digits(bytes / 1e6)} MB`;
}

/** `12.3x`. */
export function writeRatio(ratio: number): string {
  return `${digits(ratio)}x`;
}

export function writeCount(count: number): string {
  return count.toLocaleString('en-US');
}

function digits(value: number): string {
  if (value !== 0 && Math.abs(value) < 100) return String(Number(value.toPrecision(3)));
  return Math.round(value).toLocaleString('en-US');
}
