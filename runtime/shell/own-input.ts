/**
 * Programs that take their input from where a shell reads its commands: `bash << E` shares its input with what it starts. What they
 * take is not run, and what follows may be read as other commands.
 */
import { unreadable, type Reading } from './reading.ts';

/**
 * Built-ins of bash, and programs that read their standard input when no file is named, or always (POSIX.1-2024, "STDIN" of each
 * utility; manuals of GNU coreutils, OpenSSH and the interpreters).
 */
const READERS: ReadonlySet<string> = new Set(
  (
    'read mapfile readarray ' +
    'awk base32 base64 bc cat cksum cmp comm csplit cut dd dc diff ed ex expand factor fmt fold gawk grep egrep fgrep head iconv join ' +
    'less line mail mawk mailx md5sum more nl numfmt od paste patch pr ptx rev rg sed sha1sum sha224sum sha256sum sha384sum ' +
    'sha512sum shuf sort split strings sum tac tail tee tr tsort unexpand uniq uudecode uuencode vi vim wc xargs xxd zcat ' +
    'gzip gunzip bzip2 xz zstd tar cpio jq yq openssl gpg ' +
    'ssh scp sftp rsync nc ncat socat telnet ftp curl ' +
    'sh bash dash ksh zsh fish python python2 python3 node deno bun perl ruby php lua tclsh psql mysql sqlite3 redis-cli docker podman ' +
    'kubectl parallel at batch crontab write wall talk'
  ).split(' '),
);

/** Gives up on a program that may take what follows the line, of a text that a shell reads from its input. */
export function checkInput(reading: Reading, program: string, hasInput: boolean): void {
  const { script } = reading;
  if (script === null || hasInput || reading.isPiped || !READERS.has(program)) return;
  if (/\n\s*\S/.test(script.text.slice(script.at))) unreadable();
}
