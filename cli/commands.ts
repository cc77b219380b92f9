import { analyzeCommand } from './analyze.ts';
import {
  approvalsApproveCommand,
  approvalsListCommand,
  approvalsRejectCommand,
  approvalsShowCommand,
} from './approvals.ts';
import { auditProveCommand } from './audit-prove.ts';
import { auditShowCommand } from './audit-show.ts';
import { auditVerifyCommand } from './audit-verify.ts';
import { auditVerifyProofCommand } from './audit-verify-proof.ts';
import { budgetsListCommand, budgetsResetCommand, budgetsShowCommand } from './budgets.ts';
import type { Command } from './command.ts';
import { compileCommand } from './compile.ts';
import { completionCommand } from './completion.ts';
import { diffCommand } from './diff.ts';
import { evaluateCommand } from './evaluate.ts';
import { explainCommand } from './explain.ts';
import { fmtCommand } from './fmt.ts';
import { healthcheckCommand } from './healthcheck.ts';
import { hookCommand } from './hook.ts';
import { infoCommand } from './info.ts';
import { initCommand } from './init.ts';
import { keygenCommand } from './keygen.ts';
import { lspCommand } from './lsp.ts';
import { mcpAcceptCommand } from './mcp-accept.ts';
import { mcpProxyCommand } from './mcp-proxy.ts';
import { mcpServeCommand } from './mcp-serve.ts';
import { replayCommand } from './replay.ts';
import { runCommand } from './run.ts';
import { schemaCommand } from './schema.ts';
import { serveCommand } from './serve.ts';
import { signCommand } from './sign.ts';
import { studioCommand } from './studio.ts';
import { templatesCommand } from './templates.ts';
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
  analyzeCommand,
  diffCommand,
  serveCommand,
  healthcheckCommand,
  hookCommand,
  mcpProxyCommand,
  mcpAcceptCommand,
  mcpServeCommand,
  templatesCommand,
  runCommand,
  approvalsListCommand,
  approvalsShowCommand,
  approvalsApproveCommand,
  approvalsRejectCommand,
  budgetsListCommand,
  budgetsShowCommand,
  budgetsResetCommand,
  signCommand,
  keygenCommand,
  verifyCommand,
  replayCommand,
  auditShowCommand,
  auditVerifyCommand,
  auditProveCommand,
  auditVerifyProofCommand,
  initCommand,
  fmtCommand,
  lspCommand,
  studioCommand,
  completionCommand(() => COMMANDS),
  schemaCommand,
];
