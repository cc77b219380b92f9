; CLIPS constructs compiled by ferrule from a YAML ruleset. They load into CLIPS 6.30 and 6.4.

(deftemplate MAIN::__service_decision
  (slot sequence (type INTEGER))
  (slot action (type SYMBOL) (allowed-symbols none allow deny escalate scope route) (default none))
  (slot reason (type STRING))
  (slot rule (type STRING))
  (slot log-level (type SYMBOL) (allowed-symbols none summary full) (default none))
  (slot notify (type STRING))
  (slot attestation (type SYMBOL) (allowed-symbols FALSE TRUE) (default FALSE))
  (slot scope (type STRING))
  (multislot metadata (type STRING)))

(defglobal MAIN ?*__service_sequence* = 0)

(defmodule MAIN (export ?ALL))

(deftemplate MAIN::input
  (slot call-args-command-text (type STRING) (default "(missing)"))
  (slot call-args-command (type STRING) (default "")))

(deftemplate MAIN::input-call-args-command-shell-present)

(deftemplate MAIN::input-call-args-command-shell-item
  (slot at0 (type STRING) (default ""))
  (slot dynamic (type SYMBOL) (allowed-symbols FALSE TRUE) (default FALSE))
  (slot path (type STRING) (default ""))
  (multislot env (type STRING) (default))
  (multislot via (type STRING) (default)))

(deftemplate MAIN::input-call-args-command-shell-item-allArgs
  (slot at0 (type STRING) (default "")))

(deftemplate MAIN::input-call-args-command-shell-item-program
  (slot at0 (type STRING) (default ""))
  (slot value (type STRING) (default "")))

(deftemplate MAIN::input-call-args-command-shell-item-args-0
  (slot at0 (type STRING) (default ""))
  (slot value (type STRING) (default "")))

(deftemplate MAIN::input-call-args-command-shell-item-args-item
  (slot at0 (type STRING) (default ""))
  (slot at1 (type STRING) (default "")))

(deftemplate MAIN::input-call-args-command-shell-item-args-item-value
  (slot at0 (type STRING) (default ""))
  (slot at1 (type STRING) (default ""))
  (slot value (type STRING) (default "")))

(deftemplate MAIN::input-call-args-command-shell-item-writes-item
  (slot at0 (type STRING) (default ""))
  (slot at1 (type STRING) (default "")))

(deftemplate MAIN::input-call-args-command-shell-item-writes-item-value
  (slot at0 (type STRING) (default ""))
  (slot at1 (type STRING) (default ""))
  (slot value (type STRING) (default "")))

(deftemplate MAIN::input-call-args-command-shell-item-reads-item
  (slot at0 (type STRING) (default ""))
  (slot at1 (type STRING) (default "")))

(deftemplate MAIN::input-call-args-command-shell-item-reads-item-value
  (slot at0 (type STRING) (default ""))
  (slot at1 (type STRING) (default ""))
  (slot value (type STRING) (default "")))

(defrule MAIN::reads-or-writes-the-workspace
  (input)
  (exists (input-call-args-command-shell-item))
  (exists (input-call-args-command-shell-present))
  (not (and (input-call-args-command-shell-item (dynamic ?c-dynamic) (path ?c-path) (env $?c-env) (via $?c-via))
            (test (or (eq ?c-dynamic TRUE) (neq ?c-path "") (<> (length$ $?c-env) 0) (<> (length$ $?c-via) 0)))))
  (exists (input-call-args-command-shell-present))
  (not (and (input-call-args-command-shell-item (dynamic ?c-dynamic-2) (at0 ?c-at0))
            (not (input-call-args-command-shell-item-program (at0 ?c-at0) (value ?input-call-args-command-shell-item-program-value&:(or (eq ?input-call-args-command-shell-item-program-value "ls") (eq ?input-call-args-command-shell-item-program-value "cat") (eq ?input-call-args-command-shell-item-program-value "head") (eq ?input-call-args-command-shell-item-program-value "tail") (eq ?input-call-args-command-shell-item-program-value "wc") (eq ?input-call-args-command-shell-item-program-value "pwd") (eq ?input-call-args-command-shell-item-program-value "cut") (eq ?input-call-args-command-shell-item-program-value "tr") (eq ?input-call-args-command-shell-item-program-value "basename") (eq ?input-call-args-command-shell-item-program-value "dirname") (eq ?input-call-args-command-shell-item-program-value "stat") (eq ?input-call-args-command-shell-item-program-value "du") (eq ?input-call-args-command-shell-item-program-value "df") (eq ?input-call-args-command-shell-item-program-value "diff") (eq ?input-call-args-command-shell-item-program-value "cmp") (eq ?input-call-args-command-shell-item-program-value "comm") (eq ?input-call-args-command-shell-item-program-value "nl") (eq ?input-call-args-command-shell-item-program-value "true") (eq ?input-call-args-command-shell-item-program-value "false") (eq ?input-call-args-command-shell-item-program-value "id") (eq ?input-call-args-command-shell-item-program-value "whoami") (eq ?input-call-args-command-shell-item-program-value "uname") (eq ?input-call-args-command-shell-item-program-value "seq") (eq ?input-call-args-command-shell-item-program-value "echo") (eq ?input-call-args-command-shell-item-program-value "grep") (eq ?input-call-args-command-shell-item-program-value "fgrep") (eq ?input-call-args-command-shell-item-program-value "egrep") (eq ?input-call-args-command-shell-item-program-value "which") (eq ?input-call-args-command-shell-item-program-value "jq")))))
            (not (input-call-args-command-shell-item-program (at0 ?c-at0) (value ?input-call-args-command-shell-item-program-value-2&:(or (eq ?input-call-args-command-shell-item-program-value-2 "mkdir") (eq ?input-call-args-command-shell-item-program-value-2 "touch")))))
            (or (not (input-call-args-command-shell-item-program (at0 ?c-at0) (value "git")))
                (not (and (input-call-args-command-shell-item-args-0 (at0 ?c-at0) (value ?input-call-args-command-shell-item-args-0-value))
                          (test (and (eq ?c-dynamic-2 FALSE) (neq (member$ ?input-call-args-command-shell-item-args-0-value (create$ "status" "log" "diff" "show" "blame" "ls-files" "rev-parse")) FALSE))))))))
  (exists (input-call-args-command-shell-present))
  (not (and (input-call-args-command-shell-item (at0 ?c-at0-2))
            (or (not (input-call-args-command-shell-item-allArgs (at0 ?c-at0-2)))
                (and (exists (input-call-args-command-shell-item-allArgs (at0 ?c-at0-2)))
                     (exists (input-call-args-command-shell-item-args-item (at0 ?c-at0-2) (at1 ?a-at1))
                             (not (input-call-args-command-shell-item-args-item-value (at0 ?c-at0-2) (at1 ?a-at1) (value ?input-call-args-command-shell-item-args-item-value-value&:(not (service-matches "^[/~]|[=:][/~]|^-[^-]*[/~]|(^|[/=:])\\.[^/]" ?input-call-args-command-shell-item-args-item-value-value))))))))))
  (exists (input-call-args-command-shell-present))
  (not (and (input-call-args-command-shell-item (at0 ?c-at0-3))
            (exists (input-call-args-command-shell-item-writes-item (at0 ?c-at0-3) (at1 ?w-at1))
                    (not (input-call-args-command-shell-item-writes-item-value (at0 ?c-at0-3) (at1 ?w-at1) (value "/dev/null")))
                    (not (input-call-args-command-shell-item-writes-item-value (at0 ?c-at0-3) (at1 ?w-at1) (value ?input-call-args-command-shell-item-writes-item-value-value&:(not (service-matches "^[/~]|(^|/)\\." ?input-call-args-command-shell-item-writes-item-value-value))))))))
  (exists (input-call-args-command-shell-present))
  (not (and (input-call-args-command-shell-item (at0 ?c-at0-4))
            (exists (input-call-args-command-shell-item-reads-item (at0 ?c-at0-4) (at1 ?r-at1))
                    (not (input-call-args-command-shell-item-reads-item-value (at0 ?c-at0-4) (at1 ?r-at1) (value ?input-call-args-command-shell-item-reads-item-value-value&:(not (service-matches "^[/~]|(^|/)\\." ?input-call-args-command-shell-item-reads-item-value-value))))))))
  (exists (input-call-args-command-shell-present))
  (not (and (input-call-args-command-shell-item (at0 ?c-at0-5))
            (not (input-call-args-command-shell-item-program (at0 ?c-at0-5) (value ~"git")))
            (or (not (input-call-args-command-shell-item-allArgs (at0 ?c-at0-5)))
                (and (exists (input-call-args-command-shell-item-allArgs (at0 ?c-at0-5)))
                     (exists (input-call-args-command-shell-item-args-item (at0 ?c-at0-5) (at1 ?a-at1-2))
                             (not (input-call-args-command-shell-item-args-item-value (at0 ?c-at0-5) (at1 ?a-at1-2) (value ?input-call-args-command-shell-item-args-item-value-value-2&:(not (service-matches "^--ou|^-o|^--ext|^--te|^--up|^-O" ?input-call-args-command-shell-item-args-item-value-value-2))))))))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason "reads, or writes inside the workspace")
    (rule "MAIN::reads-or-writes-the-workspace")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::network
  (input (call-args-command-text ?input-call-args-command-text))
  (exists (input-call-args-command-shell-item (via $?c-via&:(= (length$ ?c-via) 0)) (path "") (at0 ?c-at0))
          (input-call-args-command-shell-item-program (at0 ?c-at0) (value ?input-call-args-command-shell-item-program-value&:(or (eq ?input-call-args-command-shell-item-program-value "curl") (eq ?input-call-args-command-shell-item-program-value "wget") (eq ?input-call-args-command-shell-item-program-value "ssh") (eq ?input-call-args-command-shell-item-program-value "scp") (eq ?input-call-args-command-shell-item-program-value "sftp") (eq ?input-call-args-command-shell-item-program-value "rsync") (eq ?input-call-args-command-shell-item-program-value "nc") (eq ?input-call-args-command-shell-item-program-value "ftp") (eq ?input-call-args-command-shell-item-program-value "ping") (eq ?input-call-args-command-shell-item-program-value "dig") (eq ?input-call-args-command-shell-item-program-value "nslookup") (eq ?input-call-args-command-shell-item-program-value "gh") (eq ?input-call-args-command-shell-item-program-value "npm") (eq ?input-call-args-command-shell-item-program-value "npx") (eq ?input-call-args-command-shell-item-program-value "pnpm") (eq ?input-call-args-command-shell-item-program-value "yarn") (eq ?input-call-args-command-shell-item-program-value "pip") (eq ?input-call-args-command-shell-item-program-value "pip3") (eq ?input-call-args-command-shell-item-program-value "uv") (eq ?input-call-args-command-shell-item-program-value "cargo") (eq ?input-call-args-command-shell-item-program-value "go") (eq ?input-call-args-command-shell-item-program-value "gem") (eq ?input-call-args-command-shell-item-program-value "bundle") (eq ?input-call-args-command-shell-item-program-value "composer") (eq ?input-call-args-command-shell-item-program-value "brew") (eq ?input-call-args-command-shell-item-program-value "apt") (eq ?input-call-args-command-shell-item-program-value "apt-get") (eq ?input-call-args-command-shell-item-program-value "apk") (eq ?input-call-args-command-shell-item-program-value "dnf") (eq ?input-call-args-command-shell-item-program-value "yum") (eq ?input-call-args-command-shell-item-program-value "docker") (eq ?input-call-args-command-shell-item-program-value "kubectl")))))
  (exists (input-call-args-command-shell-present))
  (not (and (input-call-args-command-shell-item (dynamic ?c-dynamic) (env $?c-env) (path ?c-path))
            (test (or (eq ?c-dynamic TRUE) (<> (length$ $?c-env) 0) (neq ?c-path "")))))
  (exists (input-call-args-command-shell-present))
  (not (and (input-call-args-command-shell-item (at0 ?c-at0-2))
            (not (input-call-args-command-shell-item-program (at0 ?c-at0-2) (value ?input-call-args-command-shell-item-program-value-2&:(or (eq ?input-call-args-command-shell-item-program-value-2 "curl") (eq ?input-call-args-command-shell-item-program-value-2 "wget") (eq ?input-call-args-command-shell-item-program-value-2 "ssh") (eq ?input-call-args-command-shell-item-program-value-2 "scp") (eq ?input-call-args-command-shell-item-program-value-2 "sftp") (eq ?input-call-args-command-shell-item-program-value-2 "rsync") (eq ?input-call-args-command-shell-item-program-value-2 "nc") (eq ?input-call-args-command-shell-item-program-value-2 "ftp") (eq ?input-call-args-command-shell-item-program-value-2 "ping") (eq ?input-call-args-command-shell-item-program-value-2 "dig") (eq ?input-call-args-command-shell-item-program-value-2 "nslookup") (eq ?input-call-args-command-shell-item-program-value-2 "gh") (eq ?input-call-args-command-shell-item-program-value-2 "npm") (eq ?input-call-args-command-shell-item-program-value-2 "npx") (eq ?input-call-args-command-shell-item-program-value-2 "pnpm") (eq ?input-call-args-command-shell-item-program-value-2 "yarn") (eq ?input-call-args-command-shell-item-program-value-2 "pip") (eq ?input-call-args-command-shell-item-program-value-2 "pip3") (eq ?input-call-args-command-shell-item-program-value-2 "uv") (eq ?input-call-args-command-shell-item-program-value-2 "cargo") (eq ?input-call-args-command-shell-item-program-value-2 "go") (eq ?input-call-args-command-shell-item-program-value-2 "gem") (eq ?input-call-args-command-shell-item-program-value-2 "bundle") (eq ?input-call-args-command-shell-item-program-value-2 "composer") (eq ?input-call-args-command-shell-item-program-value-2 "brew") (eq ?input-call-args-command-shell-item-program-value-2 "apt") (eq ?input-call-args-command-shell-item-program-value-2 "apt-get") (eq ?input-call-args-command-shell-item-program-value-2 "apk") (eq ?input-call-args-command-shell-item-program-value-2 "dnf") (eq ?input-call-args-command-shell-item-program-value-2 "yum") (eq ?input-call-args-command-shell-item-program-value-2 "docker") (eq ?input-call-args-command-shell-item-program-value-2 "kubectl")))))
            (not (input-call-args-command-shell-item-program (at0 ?c-at0-2) (value ?input-call-args-command-shell-item-program-value-3&:(or (eq ?input-call-args-command-shell-item-program-value-3 "ls") (eq ?input-call-args-command-shell-item-program-value-3 "cat") (eq ?input-call-args-command-shell-item-program-value-3 "head") (eq ?input-call-args-command-shell-item-program-value-3 "tail") (eq ?input-call-args-command-shell-item-program-value-3 "wc") (eq ?input-call-args-command-shell-item-program-value-3 "pwd") (eq ?input-call-args-command-shell-item-program-value-3 "cut") (eq ?input-call-args-command-shell-item-program-value-3 "tr") (eq ?input-call-args-command-shell-item-program-value-3 "basename") (eq ?input-call-args-command-shell-item-program-value-3 "dirname") (eq ?input-call-args-command-shell-item-program-value-3 "stat") (eq ?input-call-args-command-shell-item-program-value-3 "du") (eq ?input-call-args-command-shell-item-program-value-3 "df") (eq ?input-call-args-command-shell-item-program-value-3 "diff") (eq ?input-call-args-command-shell-item-program-value-3 "cmp") (eq ?input-call-args-command-shell-item-program-value-3 "comm") (eq ?input-call-args-command-shell-item-program-value-3 "nl") (eq ?input-call-args-command-shell-item-program-value-3 "true") (eq ?input-call-args-command-shell-item-program-value-3 "false") (eq ?input-call-args-command-shell-item-program-value-3 "id") (eq ?input-call-args-command-shell-item-program-value-3 "whoami") (eq ?input-call-args-command-shell-item-program-value-3 "uname") (eq ?input-call-args-command-shell-item-program-value-3 "seq") (eq ?input-call-args-command-shell-item-program-value-3 "echo") (eq ?input-call-args-command-shell-item-program-value-3 "grep") (eq ?input-call-args-command-shell-item-program-value-3 "fgrep") (eq ?input-call-args-command-shell-item-program-value-3 "egrep") (eq ?input-call-args-command-shell-item-program-value-3 "which") (eq ?input-call-args-command-shell-item-program-value-3 "jq")))))
            (not (input-call-args-command-shell-item-program (at0 ?c-at0-2) (value ?input-call-args-command-shell-item-program-value-4&:(or (eq ?input-call-args-command-shell-item-program-value-4 "mkdir") (eq ?input-call-args-command-shell-item-program-value-4 "touch")))))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason (str-cat ?input-call-args-command-text))
    (rule "MAIN::network")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))
