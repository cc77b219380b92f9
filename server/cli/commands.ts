import { approvalsApproveCommand, approvalsListCommand, approvalsRejectCommand } from './approvals.ts';
import { auditProveCommand } from './audit-prove.ts';
import { auditVerifyCommand } from './audit-verify.ts';
import { auditVerifyProofCommand } from './audit-verify-proof.ts';
import type { Command } from './command.ts';
import { compileCommand } from './compile.ts';
import { evaluateCommand } from './evaluate.ts';
import { explainCommand } from './explain.ts';
import { healthcheckCommand } from './healthcheck.ts';
import { hookCommand } from './hook.ts';
import { infoCommand } from './info.ts';
import { keygenCommand } from './keygen.ts';
import { replayCommand } from './replay.ts';
import { runCommand } from './run.ts';
import { serveCommand } from './serve.ts';
import { signCommand } from './sign.ts';
import { testCommand } from './test.ts';
import { typesCommand } from './types.ts';
import { validateCommand } from './validate.ts';
import { verifyCommand } from './verify.ts';

/** THE table of commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  compileCommand,
  validateCommand,
  infoCommand,
  typesCommand,
  evaluateCommand,
  explainCommand,
  testCommand,
  serveCommand,
  healthcheckCommand,
  hookCommand,
  runCommand,
  approvalsListCommand,
  approvalsApproveCommand,
  approvalsRejectCommand,
  signCommand,
  keygenCommand,
  verifyCommand,
  replayCommand,
  auditVerifyCommand,
  auditProveCommand,
  auditVerifyProofCommand,
];
