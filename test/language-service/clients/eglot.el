;; Opens a file with eglot, and writes what the language server did for it as JSON.
(require 'package)
(package-initialize)
(require 'eglot)
(require 'flymake)
(require 'json)

(define-derived-mode ferrule-test-mode prog-mode "Rules")
(add-to-list 'eglot-server-programs
             (list 'ferrule-test-mode (getenv "FERRULE_NODE") (getenv "FERRULE_CLI") "lsp" "--stdio"))
(setq eglot-connect-timeout 120
      eglot-sync-connect 120
      eglot-confirm-server-initiated-edits nil
      eglot-send-changes-idle-time 0
      make-backup-files nil
      create-lockfiles nil)

(defun ferrule-wait (condition)
  (let ((end (+ (float-time) 120)))
    (while (and (not (funcall condition)) (< (float-time) end))
      (accept-process-output nil 0.1))
    (funcall condition)))

(let* ((default-directory (file-name-as-directory (getenv "FERRULE_FOLDER")))
       (found nil))
  (find-file (expand-file-name "gate.yaml"))
  (ferrule-test-mode)
  (setq-local project-find-functions (list (lambda (dir) (cons 'transient dir))))
  (apply #'eglot (eglot--guess-contact))
  (flymake-mode 1)
  (flymake-start)
  (ferrule-wait (lambda () (flymake-start) (flymake-diagnostics)))
  (push (cons 'diagnostics
              (vconcat (mapcar (lambda (one)
                                 (line-number-at-pos (flymake-diagnostic-beg one)))
                               (flymake-diagnostics))))
        found)
  (goto-char (point-min))
  (search-forward "amuont")
  (replace-match "amount")
  (eglot--signal-textDocument/didChange)
  (ferrule-wait (lambda () (flymake-start) (null (flymake-diagnostics))))
  (push (cons 'left (length (flymake-diagnostics))) found)
  (backward-char 2)
  (eglot-rename "cents")
  (push (cons 'text (buffer-substring-no-properties (point-min) (point-max))) found)
  (with-temp-file (getenv "FERRULE_OUT") (insert (json-encode found)))
  (set-buffer-modified-p nil)
  (kill-emacs 0))
