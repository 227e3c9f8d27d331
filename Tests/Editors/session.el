;; Opens a spec, sees the finding of a wrong key, applies what is proposed, sees it pass and runs
;; it: with the settings of emacs.el and `pushtrace` on the PATH; SPEC names the spec.
(require 'eglot)
(require 'yaml-mode)
(load (expand-file-name "emacs.el" (file-name-directory load-file-name)) nil t)

(defun wait (what holds)
  (let ((end (+ (float-time) 60)))
    (while (not (funcall holds))
      (when (> (float-time) end) (error "Never came: %s" what))
      (accept-process-output nil 0.05)
      (flymake-start))))

(defun ask (method &rest parameters)
  (jsonrpc-request
   (eglot--current-server-or-lose) method
   (append (list :textDocument (eglot--TextDocumentIdentifier)) parameters)))

(defun say (text) (princ (concat text "\n")))

(find-file (getenv "SPEC"))
(apply #'eglot (eglot--guess-contact))
(wait "a finding" #'flymake-diagnostics)
(let ((finding (car (flymake-diagnostics))))
  (goto-char (flymake-diagnostic-beg finding))
  (say (format "%d %s" (line-number-at-pos)
               (car (split-string (flymake-diagnostic-text finding) "\n")))))
(let* ((here (eglot--pos-to-lsp-position (point)))
       (actions (ask :textDocument/codeAction :range (list :start here :end here)
                     :context (list :diagnostics []))))
  (say (plist-get (aref actions 0) :title))
  (eglot--apply-workspace-edit (plist-get (aref actions 0) :edit)))
(eglot--signal-textDocument/didChange)
(wait "a file without findings" (lambda () (null (flymake-diagnostics))))
(let ((lenses (ask :textDocument/codeLens)))
  (say (plist-get (plist-get (aref lenses 0) :command) :title))
  (say (concat "run: "
               (jsonrpc-request (eglot--current-server-or-lose) :workspace/executeCommand
                                (plist-get (aref lenses 1) :command)))))
(set-buffer-modified-p nil)
(eglot-shutdown (eglot--current-server-or-lose))
