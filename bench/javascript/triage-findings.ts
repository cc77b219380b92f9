import type { Conclusion, TriageFacts } from './triage-facts.ts';
import type { Verdict } from './verdict.ts';

/** The six rules over findings, by salience. */
export function judgeFindings(verdict: Verdict, facts: TriageFacts, findings: readonly Conclusion[]): void {
  const { alert, asset, account } = facts;
  for (const { topic, weight } of findings) {
    if (topic === 'intrusion' && weight >= 50)
      verdict.fire('verdict::confirmed-intrusion', 'deny', `Alert ${alert.id} is a confirmed intrusion`);
  }
  for (const leak of findings) {
    if (leak.topic !== 'leak' || leak.weight < 30) continue;
    for (const { topic, weight } of findings) {
      if (topic === 'abuse' && weight >= 30)
        verdict.fire(
          'verdict::leak-with-abuse',
          'escalate',
          `Alert ${alert.id} shows a leak and abuse of an account`,
        );
    }
  }
  for (const { topic, weight } of findings) {
    if (topic === 'abuse' && weight >= 40 && account.role === 'service')
      verdict.fire('verdict::service-abuse', 'deny', `Service account ${alert.user} is abused`);
  }
  for (const { topic } of findings) {
    if (topic === 'leak' && account.role === 'contractor')
      verdict.fire('verdict::contractor-leak', 'escalate', `Contractor ${alert.user} may leak`);
  }
  for (const { topic } of findings) {
    if (topic === 'intrusion' && asset.exposure === 'internet')
      verdict.fire('verdict::exposed-intrusion', 'escalate', `Asset ${alert.asset} is open to the internet`);
  }
  for (const { topic, weight } of findings) {
    if (topic === 'noise' && weight < 20 && alert.severity < 20)
      verdict.fire('verdict::noise', 'allow', `Alert ${alert.id} is noise`);
  }
}
