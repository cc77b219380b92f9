// `npm run release -- VERSION [--dry-run]`: packs the package under its new version, looks at it as a stranger would, then
// commits and tags. A dry run changes nothing. Publishing is for the workflow that the tag starts: only there is a provenance
// that says from which commit the package was built.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import semver from 'semver';

/** Binaries of this checkout, whatever package the script runs in. */
const TOOLS = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url));
const UNRELEASED = '## [Unreleased]\n';
/** Files that npm packs in addition to `files` of package.json. */
const ALWAYS = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'];

/** Returns the reasons against a release of this version; empty if none. */
function problems(version, { name, version: before }, changelog) {
  const found = [];
  if (semver.valid(version) === null) found.push(`'${version}' is not a valid version`);
  else if (!semver.gt(version, before)) found.push(`${version} is not newer than ${name} ${before}`);
  const [, rest] = changelog.split(UNRELEASED);
  if (rest === undefined) found.push('CHANGELOG.md has no section [Unreleased]');
  else if (!/^- /m.test(rest.split('\n## [')[0]))
    found.push('CHANGELOG.md has no entries under [Unreleased]');
  if (git('status', '--porcelain') !== '') found.push('there are changes that are not committed');
  if (git('tag', '--list', `v${version}`) !== '') found.push(`the tag v${version} already exists`);
  return found;
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}

function tool(name, ...args) {
  execFileSync(join(TOOLS, name), args, { stdio: 'inherit' });
}

/** The package under its new version, packed in a folder of its own and looked at. Throws when something is wrong with it. */
function checkPackage(manifest, changelog) {
  const folder = mkdtempSync(join(tmpdir(), 'ferrule-release-'));
  try {
    const copied = [...ALWAYS, ...manifest.files.filter((file) => !file.startsWith('!'))];
    const there = new Set(readdirSync('.'));
    for (const path of copied)
      if (there.has(path.split('/')[0])) cpSync(path, join(folder, path), { recursive: true });
    writeManifest(join(folder, 'package.json'), manifest);
    writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
    execFileSync('npm', ['pack', '--ignore-scripts', '--loglevel=error'], { cwd: folder, stdio: 'inherit' });
    const tarball = join(
      folder,
      readdirSync(folder).find((file) => file.endsWith('.tgz')),
    );
    tool('publint', 'run', tarball, '--strict');
    tool('attw', tarball, '--profile', 'esm-only', '--format', 'table-flipped');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function writeManifest(path, manifest) {
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The same under a heading of its own, with a new one for what is to come. */
function releaseNotes(changelog, version, date) {
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n## [${version}] - ${date}\n`);
}

function release(version, isDry) {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const wrong = problems(version, manifest, changelog);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  const notes = releaseNotes(changelog, version, new Date().toISOString().slice(0, 'yyyy-mm-dd'.length));
  checkPackage({ ...manifest, version }, notes);
  if (isDry) return console.log(`dry run: v${version} would be committed and tagged`);
  // npm writes package.json and, where there is one, the lock file.
  execFileSync('npm', ['version', version, '--no-git-tag-version', '--ignore-scripts'], { stdio: 'ignore' });
  writeFileSync('CHANGELOG.md', notes);
  git('commit', '--all', '--message', `Version ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Version ${version}`);
  console.log(`v${version} is committed and tagged; push it, and the workflow publishes it`);
}

const words = process.argv.slice(2);
const [version] = words.filter((word) => word !== '--dry-run');
try {
  if (version === undefined) throw new Error('usage: npm run release -- VERSION [--dry-run]');
  release(version, words.includes('--dry-run'));
} catch (error) {
  console.error(`release: ${error.message}`);
  process.exitCode = 1;
}
